import { inMoney } from '../lib/words.ts'

/** What a bank still has to confirm; null where there is nothing. */
export const onItsWayInWords = (amount: number | undefined): string | null =>
  amount ? `${inMoney(amount)} is on its way: your funds have it once the bank confirms it.` : null
