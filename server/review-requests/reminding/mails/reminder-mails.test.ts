import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../../../test/support/product.ts'
import { createReminded, type Reminded } from '../../../../test/support/reminded.ts'
import { asBusiness } from '../../../database/database.ts'
import { tryErasingCustomer } from '../../../flows/erasing/try-erasing-customer.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/dates.ts'
import { claimMail } from './claim-mail.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })

test('a customer who opened nothing gets one mail of the business, with the link of the first text', async () => {
  const reminded = await createReminded(product)
  const { businessId: business_id } = reminded
  const owner = { issuer: 'test', subject: business_id, name: 'Mia', email: 'mia@coastal.test' }
  await product.db
    .insertInto('users')
    .values({ ...owner, business_id, onboarded_at: product.now() })
    .execute()
  expect(await reminded.send()).toBe(1)
  expect(await reminded.became()).toBe('sent')
  const [mail] = reminded.mails()
  const { link_token: token } = reminded.request
  expect(mail).toMatchObject({
    fromName: 'Coastal Plumbing',
    replyTo: 'mia@coastal.test',
    subject: 'A review for Coastal Plumbing?',
  })
  expect(mail!.text).toContain(`Hi Sam, Coastal Plumbing again.`)
  expect(mail!.text).toContain(`${product.url}/r/${token}`)
  expect(mail!.unsubscribe).toEqual([
    `List-Unsubscribe: <${product.url}/o/${token}/mail>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
  expect([await reminded.plan(), await reminded.send()]).toEqual([[], 0])
  expect(reminded.mails()).toHaveLength(1)
})

test('two workers at once send one', async () => {
  const reminded = await createReminded(product)
  const sent = await Promise.all([reminded.send(), reminded.send(), reminded.send()])
  expect(sent.toSorted()).toEqual([0, 0, 1])
  expect(reminded.mails()).toHaveLength(1)
})

test('what a process claimed and did not finish is unknown five minutes later, and never goes', async () => {
  const reminded = await createReminded(product)
  const deps = { isLive: false, refuseMail: async () => undefined }
  const where = { businessId: reminded.businessId, requestId: reminded.request.id }
  const claimed = await asBusiness(product.db, where.businessId, (trx) =>
    claimMail(trx, deps, where, product.now()),
  )
  expect(claimed?.email).toBe(reminded.email)
  await reminded.send()
  expect(await reminded.became()).toBe('sending')
  product.later(6 * MINUTE_MS)
  await reminded.send()
  expect(await reminded.became()).toBe('unknown: no_answer')
  product.later(DAY_MS)
  await reminded.send()
  expect(reminded.mails()).toEqual([])
})

test('nothing is planned without a mail server, an address, or an owner who wants mails', async () => {
  const reminded = await createReminded(product, { isPlanned: false })
  expect(await reminded.plan(false)).toEqual([])
  const set = (is_on: boolean) =>
    asBusiness(product.db, reminded.businessId, (trx) =>
      trx.updateTable('reminder_settings').set({ is_on }).execute(),
    )
  await set(false)
  expect(await reminded.plan()).toEqual([])
  await set(true)
  await sql`update review_requests set customer_email = '' where id = ${reminded.request.id}`.execute(
    product.db,
  )
  expect(await reminded.plan()).toEqual([])
  expect(await reminded.became()).toBeUndefined()
})

test('where the mail server is taken out of the settings, what was planned expires on its sixteenth day', async () => {
  const reminded = await createReminded(product)
  const mail = reminded.mailBy(undefined)
  await reminded.send({ mail })
  expect(await reminded.became()).toBe('planned')
  product.later(9 * DAY_MS + MINUTE_MS)
  await reminded.send({ mail })
  expect(await reminded.became()).toBe('expired: too_late')
})

test('outside of the hours of its customer a mail waits for them', async () => {
  const reminded = await createReminded(product)
  await reminded.trader.openIn(30)
  expect(await reminded.send()).toBe(0)
  expect(await reminded.became()).toBe('planned')
  const { due_at: dueAt } = (await reminded.row())!
  expect(dueAt.getTime()).toBeGreaterThan(product.now().getTime())
  product.later(dueAt.getTime() - product.now().getTime() + MINUTE_MS)
  expect(await reminded.send()).toBe(1)
})

test('no more go in an hour and in a day than the pace of texts', async () => {
  const reminded = await createReminded(product)
  const { trader } = reminded
  const paid = trader.paid(trader.customer())
  await product.job('sweep-organisation', trader)
  await trader.send()
  const second = await trader.request(paid)
  await sql`
    update review_requests
    set state = 'delivered', sent_at = ${new Date(product.now().getTime() - 7 * DAY_MS)}, customer_email = 'second@customer.test'
    where id = ${second.id}`.execute(product.db)
  expect(await reminded.plan(true, second.id)).toEqual([second.id])
  await trader.set({ pace_per_hour: 1, pace_per_day: 1 })
  expect(await reminded.send()).toBe(1)
  product.later(61 * MINUTE_MS)
  expect(await reminded.send()).toBe(0)
  product.later(DAY_MS)
  expect(await reminded.send()).toBe(1)
})

test('what became true while it waited ends it, and is asked in the claim', async () => {
  const reminded = await createReminded(product)
  await reminded.send({ refuseMail: async () => 'not_needed' })
  expect(await reminded.became()).toBe('cancelled: not_needed')

  const opened = await createReminded(product)
  await sql`update review_requests set opened_at = now() where id = ${opened.request.id}`.execute(product.db)
  await opened.send()
  expect(await opened.became()).toBe('cancelled: opened')

  const american = await createReminded(product)
  await sql`update review_requests set phone_country = 'US' where id = ${american.request.id}`.execute(
    product.db,
  )
  await american.trader.set({ address: null })
  await american.send()
  expect(await american.became()).toBe('cancelled: no_postal_address')
  expect([reminded.mails(), opened.mails(), american.mails()]).toEqual([[], [], []])
})

test('who said STOP gets no mail', async () => {
  const reminded = await createReminded(product)
  await sql`
    insert into opt_outs (business_id, phone_hash, source)
    select business_id, phone_hash, 'stop' from review_requests where id = ${reminded.request.id}`.execute(
    product.db,
  )
  await reminded.send()
  expect(await reminded.became()).toBe('cancelled: opted_out')
  expect(reminded.mails()).toEqual([])
})

test('while the fence is up nothing goes, and nothing that was due before it was raised ever does', async () => {
  const reminded = await createReminded(product)
  const raisedAt = product.now()
  const fence = (columns: object) => product.db.updateTable('recovery').set(columns).execute()
  await fence({ fenced_at: raisedAt, reason: 'restored', since: raisedAt })
  try {
    expect(await reminded.send()).toBe(0)
    expect(await reminded.became()).toBe('planned')
    await fence({ fenced_at: null, lifted_at: raisedAt })
    product.later(MINUTE_MS)
    expect(await reminded.send()).toBe(0)
    expect(await reminded.became()).toBe('cancelled: before_restore')
    expect(reminded.mails()).toEqual([])
  } finally {
    await fence({ fenced_at: null, reason: null, since: null, lifted_at: null })
  }
})

const erase = ({ businessId, request }: Reminded) =>
  tryErasingCustomer(
    product.db,
    {
      businessId,
      phone: request.customer_phone,
      phoneHash: product.parts.hashPhone(request.customer_phone),
    },
    { by: { kind: 'system', name: 'test' }, now: product.now(), isSure: true },
  )

test('the mail of a customer who is erased is cancelled, and of one that was sent no address stays', async () => {
  const [waiting, sent] = [await createReminded(product), await createReminded(product, { isPlanned: false })]
  await sent.plan()
  await erase(waiting)
  expect(await waiting.row()).toMatchObject({ state: 'cancelled', reason: 'customer_erased', email: null })
  await sent.send()
  await erase(sent)
  expect(await sent.row()).toMatchObject({ state: 'sent', email: null })
  expect([waiting.mails().length, sent.mails().length]).toEqual([0, 1])
})

test('while a mail to her is being sent a customer is not erased, and nothing of her changes', async () => {
  const reminded = await createReminded(product)
  const { businessId, request, email } = reminded
  const deps = { isLive: false, refuseMail: async () => undefined }
  await asBusiness(product.db, businessId, (trx) =>
    claimMail(trx, deps, { businessId, requestId: request.id }, product.now()),
  )
  await expect(erase(reminded)).rejects.toMatchObject({ code: 'being-sent' })
  expect(await reminded.row()).toMatchObject({ state: 'sending', email })
  expect(await reminded.trader.requests()).toMatchObject([{ customer_phone: request.customer_phone }])
})
