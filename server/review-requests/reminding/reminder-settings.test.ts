import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { readReminderSetting } from './reminder-settings.ts'
import { DEFAULT_REMINDER } from './reminder-words-rules.ts'

const product = useProduct()

test('the setting is read by its own business, and is none until it is written', async () => {
  const [ours, theirs] = [await createTrader(product), await createTrader(product)]
  const read = ({ businessId }: typeof ours) =>
    asBusiness(product.db, businessId, (trx) => readReminderSetting(trx, businessId))
  expect(await read(ours)).toBeNull()

  const onSince = product.now()
  const values = { on_since: onSince, after_days: 10, channel: 'text' as const, template: DEFAULT_REMINDER }
  await asBusiness(product.db, ours.businessId, (trx) =>
    trx
      .insertInto('reminder_settings')
      .values({ ...values, business_id: ours.businessId, updated_at: product.now() })
      .execute(),
  )
  expect(await read(ours)).toEqual({
    isOn: false,
    afterDays: 10,
    channel: 'text',
    template: DEFAULT_REMINDER,
    attested: [],
    attestedAt: null,
    onSince,
  })
  expect(await read(theirs)).toBeNull()
})
