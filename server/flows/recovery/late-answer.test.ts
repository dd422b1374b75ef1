import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { reportOf } from '../../../test/support/sms-door.ts'
import { listStuck, settleStuck } from '../../review-requests/sending/unknown/stuck-attempts.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})
const { fence, settled, pay, text, sweep, forget, faults, pass } = createRestoring(product, () => trader)

/** The gateway has taken the text, and its answer is on the way. */
const sendAndBeforeTheAnswer = async (work: (sent: { attemptId: string; sid: string }) => Promise<void>) => {
  const { send } = product.parts.twilio
  const held = vi.spyOn(product.parts.twilio, 'send').mockImplementation(async (sms) => {
    const outcome = await send(sms)
    await work({ attemptId: sms.attemptId, sid: trader.texts().at(-1)!.sid })
    return outcome
  })
  await trader.send()
  held.mockRestore()
}

test.each(['the claim', 'the claim and the invoice'])(
  'where %s was forgotten before the gateway answered, the answer shows it, and the text goes once',
  async (what) => {
    let moment = await markMoment(product.databaseUrl)
    const invoice = await pay()
    await trader.sync()
    if (what === 'the claim') moment = await markMoment(product.databaseUrl)
    await sendAndBeforeTheAnswer(() => forget(moment))
    expect(await fence()).toBe('report')
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(1)
    expect(await trader.request(invoice)).toMatchObject({
      state: 'sent',
      message_sid: trader.texts()[0]!.sid,
      attempts: 1,
    })
    expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
    expect(await faults()).toEqual([])
  },
)

test('a forgotten text whose report comes before the answer is known by its link from the answer on', async () => {
  const moment = await markMoment(product.databaseUrl)
  await pay()
  await trader.sync()
  await sendAndBeforeTheAnswer(async ({ attemptId, sid }) => {
    await forget(moment)
    await reportOf(product, attemptId, { sid, status: 'sent' })
  })
  const { sid } = trader.texts()[0]!
  const found = await product.db
    .selectFrom('found_texts')
    .select(['kind'])
    .where('message_sid', '=', sid)
    .execute()
  expect(found).toEqual([{ kind: 'link' }])
})

test('the answer to a forgotten text settles the attempt that waited for the operator, and it goes once', async () => {
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const invoice = await text()
  await pass(0.1, 0.6)
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  await pass(5, 0.1, 0.6, 5)
  const [{ id } = { id: '' }] = await listStuck(product.db, 1)
  const moment = await markMoment(product.databaseUrl)
  await settleStuck(product.db, [id], 'resend')
  await sendAndBeforeTheAnswer(() => forget(moment))
  await settled()
  await pass(1, 1)
  expect(trader.texts()).toHaveLength(1)
  expect(await listStuck(product.db, 1)).toEqual([])
  const { sid } = trader.texts()[0]!
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: sid, attempts: 2 })
  expect(await faults()).toEqual([])
})

test('a forgotten text that only a report tells of is known by its link before texts go on', async () => {
  const moment = await markMoment(product.databaseUrl)
  const invoice = await text()
  const { sid } = trader.texts()[0]!
  await forget(moment)
  await reportOf(product, crypto.randomUUID(), { sid, status: 'delivered' })
  const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(async function* () {})
  await settled()
  list.mockRestore()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ message_sid: sid, attempts: 1 })
  expect(await faults()).toEqual([])
})

test('an answer after a callback that settled its text changes nothing', async () => {
  const invoice = await pay()
  await trader.sync()
  await sendAndBeforeTheAnswer(async ({ attemptId, sid }) => {
    await reportOf(product, attemptId, { sid, status: 'delivered' })
  })
  expect(await fence()).toBeUndefined()
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered', attempts: 1 })
})
