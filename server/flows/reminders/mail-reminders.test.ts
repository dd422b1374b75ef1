import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createReminded } from '../../../test/support/reminded.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import type { Reviewed } from '../../review-requests/reminding/refuse-waiting.ts'
import { refuseMail } from './unwanted-mails.ts'
import { planReminders } from './plan-reminders.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })

/** A text of five days ago whose owner wants reminders by e-mail. */
const unopened = async () => {
  const reminded = await createReminded(product, { isPlanned: false })
  product.later(-2 * DAY_MS)
  const { businessId } = reminded
  await asBusiness(product.db, businessId, (trx) =>
    trx
      .updateTable('reminder_settings')
      .set({ on_since: new Date(product.now().getTime() - 30 * DAY_MS) })
      .where('business_id', '=', businessId)
      .execute(),
  )
  const plan = (reviewed?: Reviewed) =>
    planReminders({
      ...product.parts,
      mail: { isOn: true },
      findReviewed: async () => reviewed,
    })
  const { call } = await signInTo(product, businessId)
  const told = async () =>
    ((await call('GET', `/api/review-requests/${reminded.request.id}`)).body as { reminder: unknown })
      .reminder
  const act = (what: string) =>
    call('POST', `/api/review-requests/${reminded.request.id}/reminder-mail/${what}`)
  const send = () => reminded.send({ refuseMail })
  return { ...reminded, plan, told, act, send, call }
}

test('a reminder by e-mail is planned, told below its text, cancelled, brought back, and goes once', async () => {
  const { plan, told, act, send, became, mails, email, call } = await unopened()
  await plan()
  expect(await became()).toBe('planned')
  expect(await told()).toMatchObject({ text: null, mail: { to: email, choices: ['cancel'] } })
  expect((await call('GET', '/api/review-requests')).body).toMatchObject({
    requests: [{ reminder: expect.stringMatching(/^Reminder planned for /) }],
  })
  expect((await act('cancel')).body).toMatchObject({
    reminder: { mail: { words: 'You decided not to send it.', choices: ['undo-cancel'] } },
  })
  await plan()
  product.later(3 * DAY_MS)
  expect(await send()).toBe(0)
  expect((await act('undo-cancel')).status).toBe(200)
  expect(await send()).toBe(1)
  expect((await act('cancel')).status).toBe(409)
  await plan()
  expect([await send(), mails().length]).toEqual([0, 1])
  expect(await told()).toMatchObject({ mail: { words: 'Sent once, by e-mail. Nobody is reminded twice.' } })
})

test('a review that may be theirs, too many to tell, an invoice that is paid no more, and the other way end it', async () => {
  const reviewed = await unopened()
  await reviewed.plan()
  await reviewed.plan(new Map([[reviewed.request.id, 'likely']]))
  expect(await reviewed.became()).toBe('cancelled: not_needed')

  const unknown = await unopened()
  await unknown.plan()
  await unknown.plan(new Map([[unknown.request.id, 'unknown']]))
  expect(await unknown.became()).toBe('cancelled: reviews_unknown')

  const unpaid = await unopened()
  await unpaid.plan()
  await product.db
    .updateTable('invoices')
    .set({ status: 'AUTHORISED' })
    .where('business_id', '=', unpaid.businessId)
    .execute()
  product.later(3 * DAY_MS)
  expect(await unpaid.send()).toBe(0)
  expect(await unpaid.became()).toBe('cancelled: no_longer_paid')

  const byText = await unopened()
  await byText.plan()
  await asBusiness(product.db, byText.businessId, (trx) =>
    trx.updateTable('reminder_settings').set({ channel: 'text' }).execute(),
  )
  await byText.plan()
  expect(await byText.became()).toBe('cancelled: reminders_off')
  expect(await byText.trader.requests()).toHaveLength(1)
})

test('a customer who is left out meanwhile, and one whose Xero is disconnected, get no mail', async () => {
  const leftOut = await unopened()
  await leftOut.plan()
  await leftOut.trader.set({ excluded_words: ['Green'] })
  product.later(3 * DAY_MS)
  expect(await leftOut.send()).toBe(0)
  expect(await leftOut.became()).toBe('cancelled: left_out')

  const apart = await unopened()
  await apart.plan()
  await apart.trader.setOrganisation({ state: 'disconnected' })
  product.later(3 * DAY_MS)
  expect(await apart.send()).toBe(0)
  expect(await apart.became()).toBe('cancelled: not_connected')
})

test('an invoice that a credit note alone has settled brings no mail', async () => {
  const credited = await unopened()
  await product.db
    .updateTable('invoices')
    .set({ amount_paid: '0' })
    .where('business_id', '=', credited.businessId)
    .execute()
  await credited.plan()
  expect(await credited.became()).toBeUndefined()
  expect(await credited.told()).toMatchObject({
    words: 'No reminder by e-mail: no payment of the invoice itself is on record.',
  })
})

test('a customer who was reminded by e-mail yesterday is not texted about a new invoice', async () => {
  const { plan, send, trader, request, businessId } = await unopened()
  await trader.set({ cooldown_days: 3 })
  await plan()
  product.later(3 * DAY_MS)
  expect(await send()).toBe(1)
  product.later(DAY_MS)
  const { contact_id } = await product.db
    .selectFrom('invoices')
    .select('contact_id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const again = trader.paid({ contactId: contact_id!, phone: request.customer_phone! })
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(again)).toContain('cooldown')
})

test('switched off by its owner, nothing that was planned stays', async () => {
  const { plan, became, call } = await unopened()
  await plan()
  const { isOn: _, ...set } = (await call('GET', '/api/sms/reminders')).body as Record<string, unknown>
  const { afterDays, way, message, attested, version } = set
  const answer = await call('PUT', '/api/sms/reminders', {
    isOn: false,
    afterDays,
    way,
    message,
    attested,
    version,
  })
  expect(answer.status).toBe(200)
  expect(await became()).toBe('cancelled: reminders_off')
})

test('an owner who never had a mail planned has none to cancel', async () => {
  const { act } = await unopened()
  expect((await act('cancel')).status).toBe(404)
  expect((await act('undo-cancel')).status).toBe(404)
})
