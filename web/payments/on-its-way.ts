import type { TopUp } from '../../contracts/payments.ts'
import { inMoney } from '../lib/words.ts'

/** What a bank still has to confirm; null where there is nothing. */
export const onItsWayInWords = (topUps: Pick<TopUp, 'state' | 'amount'>[] | undefined): string | null => {
  const amount = topUps?.reduce((sum, one) => sum + (one.state === 'processing' ? one.amount : 0), 0)
  return amount ? `${inMoney(amount)} is on its way: your funds have it once the bank confirms it.` : null
}
