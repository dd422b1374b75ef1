/** Words of invoices that are paid before the work is done. */
export const DEPOSIT_WORDS = [
  'deposit',
  'progress',
  'part payment',
  'down payment',
  'instalment',
  'installment',
  'interim',
  'milestone',
  'retainer',
  'retention',
]

/** Words of the invoice that ends the work, whatever else it says: 'Balance after deposit', 'Final progress claim'. */
export const LAST_WORDS = ['final', 'balance', 'less deposit']
