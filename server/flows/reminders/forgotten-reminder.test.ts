import { beforeEach, expect, test } from 'vitest'
import { remindBy } from '../../../test/support/remind-by.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  product.sandbox.twilio.redactBodies(false)
  trader = await createTrader(product)
  await remindBy(product, trader.businessId, {
    template: 'Still time for a review? {reviewLink}',
    on_since: new Date(product.now().getTime() - DAY_MS),
  })
  await settled()
})
const { settled, text, forget, faults } = createRestoring(product, () => trader)

/** A text that went eight days ago. Its reminder goes after this moment is marked, and is forgotten. */
const reminded = async () => {
  const invoice = await text()
  await product.db
    .updateTable('review_requests')
    .set({ sent_at: new Date(product.now().getTime() - 8 * DAY_MS) })
    .where('invoice_id', '=', invoice.invoiceId)
    .execute()
  await asBusiness(product.db, trader.businessId, (trx) =>
    trx
      .updateTable('reminder_settings')
      .set({ on_since: new Date(product.now().getTime() - 9 * DAY_MS) })
      .where('business_id', '=', trader.businessId)
      .execute(),
  )
  return invoice
}
const send = async () => {
  await product.job('plan-reminders')
  await trader.send()
}

test.each([
  ['with its words', false],
  ['without words', true],
])(
  'a reminder that a restore has forgotten, and that the gateway has %s, goes once',
  async (_, isRedacted) => {
    await reminded()
    const moment = await markMoment(product.databaseUrl)
    await send()
    expect(trader.texts()).toHaveLength(2)
    product.sandbox.twilio.redactBodies(isRedacted)
    await forget(moment, 'restored')
    await settled()
    for (let day = 0; day < 4; day += 1) {
      await send()
      await settled()
      product.later(DAY_MS)
    }
    expect(trader.texts()).toHaveLength(2)
    expect(await faults()).toEqual([])
    if (isRedacted) return
    expect((await trader.requests()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await trader.balance()).toEqual({ available: 1000 - 2 * SEGMENT_CENTS, reserved: 0 })
  },
)
