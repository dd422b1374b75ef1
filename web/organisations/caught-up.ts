/** What becomes of invoices that were paid while Xero was not connected, said the same wherever it is said. */
export const CAUGHT_UP =
  'When an organisation is connected again, what was paid meanwhile is picked up at once, and customers who paid in the last 14 days are texted.'
