import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../../test/support/product.ts'
import { remindBy } from '../../../../test/support/remind-by.ts'
import { signInTo, type Call } from '../../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../../test/support/trader.ts'
import { createMail } from '../../../integrations/mail/mail.ts'
import { DAY_MS } from '../../../platform/dates.ts'
import { DEFAULT_REMINDER } from '../reminder-words-rules.ts'

const mail = createMail({ smtpUrl: undefined, from: 'Goodword <no-reply@goodword.test>' })
const product = useProduct({ parts: { mail } })
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const BY_EMAIL = { isOn: true, afterDays: 7, way: 'email', message: DEFAULT_REMINDER, attested: [] }
const save = (change: object = {}) => call('PUT', '/api/sms/reminders', { ...BY_EMAIL, ...change })
const read = async () => (await call('GET', '/api/sms/reminders')).body

test('a reminder by e-mail is refused in plain words, and one by text is not', async () => {
  expect(await read()).toMatchObject({ canMail: false })
  expect(await save()).toMatchObject({
    status: 409,
    body: { code: 'mail-off', detail: expect.stringContaining('no e-mails are set up') },
  })
  expect(await read()).toMatchObject({ isOn: false, way: 'text' })
  expect((await save({ way: 'text' })).status).toBe(200)
})

test('one that was saved while mails were sent can be switched off, and no text promises it', async () => {
  await remindBy(product, trader.businessId, {
    channel: 'email',
    on_since: new Date(product.now().getTime() - DAY_MS),
  })
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { id, sent_at } = await trader.request(invoice)
  expect(sent_at).not.toBeNull()
  expect((await call('GET', `/api/review-requests/${id}`)).body).toMatchObject({ reminder: null })
  expect((await save({ afterDays: 10 })).status).toBe(409)
  expect(await save({ isOn: false })).toMatchObject({ status: 200, body: { isOn: false, way: 'email' } })
})
