import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { addDecision } from '../../../test/support/paid-invoices.ts'
import { handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { checkErasures } from '../../operations/checks/check-erasures.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { eraseBusiness } from './erase-business.ts'
import { VendorFailure, type VendorFailureKind } from '../../platform/errors.ts'
import { createErasingTasks } from './erasing-tasks.ts'
import { tellErasure } from './tell-erasure.ts'

const side = useAccountSide()
let owner: Owner
let email: string
let tenantId: string
let people = 0

beforeEach(async () => {
  people += 1
  email = `vera${people}@ferris.example`
  owner = await createOwner(side, email)
  tenantId = side.sandbox.xero.addOrganisation({ name: 'Ferris Painting' }).tenantId
  await owner.connectXero(tenantId)
  await owner.api('POST', '/api/onboarding/complete')
})

const where = () => ({ businessId: owner.businessId, tenantId })
const reactivate = async () => {
  const landed = await owner.goToGoogle(email, 'intent=reactivate')
  return owner.api('POST', '/api/auth/reactivate', { token: landed.searchParams.get('token') })
}
const nameOf = async (): Promise<string> =>
  ((await owner.api('GET', '/api/erasure')).body as { businessName: string }).businessName

const ask = async (wantsRefund = false) =>
  owner.api('POST', '/api/erasure', { businessName: await nameOf(), wantsRefund })

test('a business is erased by its name alone, and whoever asks is signed out at once', async () => {
  const wrong = await owner.api('POST', '/api/erasure', { businessName: 'Ferris', wantsRefund: false })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toMatchObject({ code: 'invalid-request', fields: [{ path: 'businessName' }] })
  expect((await owner.api('GET', '/api/auth/me')).status).toBe(200)

  const preview = await owner.api('GET', '/api/erasure')
  expect(preview.body).toMatchObject({ customers: 0, texts: 0, codes: 0, funds: 0, currency: 'AUD' })
  const asked = await ask()
  expect(asked.status).toBe(200)
  expect(
    Date.parse((asked.body as { erasesAt: string }).erasesAt) - side.parts.clock().getTime(),
  ).toBeGreaterThan(6.9 * DAY_MS)
  expect((await owner.api('GET', '/api/auth/me')).status).toBe(401)
  await side.work()
  expect(side.sandbox.xero.isConnected(tenantId)).toBe(false)
})

test('who signs in again is told the day, and nobody else', async () => {
  const { erasesAt } = (await ask()).body as { erasesAt: string }
  const signsIn = await side.person().signIn(email)
  expect(signsIn.status).toBe(403)
  expect(signsIn.body).toMatchObject({ code: 'deactivated', isDeactivated: true, erasesAt })
  const { token } = (await reactivate()).body as { token: string }
  await owner.api('POST', '/api/auth/session', { token })
  expect((await owner.api('POST', '/api/auth/deactivate')).status).toBe(204)
  const later = await side.person().signIn(email)
  expect(later.body).toMatchObject({ code: 'deactivated' })
  expect(later.body).not.toHaveProperty('erasesAt')
})

test('reactivating takes it back; once it has begun there is no way back', async () => {
  const { businessId } = owner
  await ask()
  const back = await reactivate()
  expect(back.status).toBe(200)
  const inAWeek = new Date(side.parts.clock().getTime() + 8 * DAY_MS)
  expect(await eraseBusiness(side.parts.db, businessId, { now: inAWeek })).toBe('not-due')

  await owner.api('POST', '/api/auth/session', { token: (back.body as { token: string }).token })
  await ask()
  await side.parts.db
    .updateTable('erasures')
    .set({ began_at: inAWeek })
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .execute()
  const late = await reactivate()
  expect([late.status, late.body['code']]).toEqual([409, 'erased'])
  expect((await owner.api('GET', '/api/auth/me')).status).toBe(401)
})

test('whoever had an account begins anew after it, with the same address', async () => {
  await ask()
  const inAWeek = new Date(side.parts.clock().getTime() + 8 * DAY_MS)
  expect(await eraseBusiness(side.parts.db, owner.businessId, { now: inAWeek })).toBe('erased')
  const again = await owner.signIn(email)
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ user: { email, businessName: null, isOnboardingComplete: false } })
})

test('the operator sees what is to be erased, what is late, and which refunds were asked for', async () => {
  const { db, clock } = side.parts
  await sql`update erasures set began_at = now(), erased_at = now() where taken_back_at is null`.execute(db)
  await side.sandbox.stripe.pay(await orderTopUp(owner, 20))
  await handleWaiting(side.parts)
  await ask(true)
  const check = (days: number) => checkErasures(db, new Date(clock().getTime() + days * DAY_MS))
  expect(await check(1)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining(`$20.00 of ${owner.businessId}`),
  })
  expect(await check(10)).toMatchObject({ state: 'WRONG', words: expect.stringMatching(/^late: /) })
  expect(await eraseBusiness(db, owner.businessId, { now: new Date(clock().getTime() + 8 * DAY_MS) })).toBe(
    'erased',
  )
  expect(await check(10)).toMatchObject({ words: expect.stringContaining('refunds are asked for') })
  await reactivate()
})

test('all who sign in for it are mailed the day, and nobody after it was taken back', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const tell = () =>
    tellErasure(
      {
        db: side.parts.db,
        publicUrl: side.url,
        mail: { isOn: true, send: async (mail) => void sent.push(mail) },
      },
      owner,
    )
  const name = await nameOf()
  await ask()
  await tell()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: email, subject: expect.stringContaining(`${name} will be erased on `) })
  expect(sent[0]!.text).toContain(`${side.url}/auth/reactivate`)
  await reactivate()
  await tell()
  expect(sent).toHaveLength(1)
})

test('the mail names the day and the time by the clock of the business', async () => {
  await ask()
  await sql`update erasures set erases_at = '2099-12-08T13:30:00Z' where business_id = ${owner.businessId}
    and taken_back_at is null`.execute(side.parts.db)
  const sent: { subject: string; text: string }[] = []
  const mail = { isOn: true, send: async (one: { subject: string; text: string }) => void sent.push(one) }
  await tellErasure({ db: side.parts.db, publicUrl: side.url, mail }, owner)
  expect(sent[0]!.subject).toMatch(/ will be erased on Wednesday,? 9 December 2099$/)
  expect(sent[0]!.text).toMatch(
    /^On Wednesday,? 9 December 2099 at 12:30 am \(Sydney time\) everything about it is erased/m,
  )
  await reactivate()
})

test('of two people, one whose mail fails has the other not mailed again', async () => {
  const { db, databaseNow } = side.parts
  const other = `second-${email}`
  await sql`
    insert into users (issuer, subject, name, email, business_id)
    values ('https://issuer.example', ${other}, 'Second', ${other}, ${owner.businessId})`.execute(db)
  await ask()
  const sent: string[] = []
  let isAway = true
  const send = async ({ to }: { to: string }) => {
    if (isAway && to === other) throw new VendorFailure('mail', 'retry-later', 'smtp-450', 'Not now.')
    sent.push(to)
  }
  const log = { info: () => undefined, error: () => undefined }
  const tasks = createErasingTasks({ db, databaseNow, log, publicUrl: side.url, mail: { isOn: true, send } })
  const run = (payload: unknown) => tasks['tell-erasure']!(payload)
  const payloads = (await side.jobs('tell-erasure')) as { businessId: string }[]
  const ours = payloads.filter(({ businessId }) => businessId === owner.businessId)
  const failed: unknown[] = []
  for (const payload of ours) await run(payload).catch(() => failed.push(payload))
  expect([sent, failed]).toEqual([[email], [expect.anything()]])
  isAway = false
  await run(failed[0])
  expect(sent).toEqual([email, other])
  await reactivate()
})

test('a mailbox that refuses the mail ends no job in failure, and a server that is away does', async () => {
  const tell = (kind: VendorFailureKind, cause: object) => {
    const failure = new VendorFailure('mail', kind, 'smtp', 'The mail was not taken.', { cause })
    const mail = { isOn: true, send: () => Promise.reject(failure) }
    return tellErasure({ db: side.parts.db, publicUrl: side.url, mail }, owner)
  }
  await ask()
  await tell('rejected', { responseCode: 550, code: 'EENVELOPE', command: 'RCPT TO' })
  await tell('outcome-unknown', { code: 'ECONNECTION' })
  await expect(tell('retry-later', { code: 'ECONNREFUSED' })).rejects.toThrow('not taken')
  await reactivate()
})

test('a customer of another organisation is refused, one’s own is looked at first and then erased', async () => {
  const invoiceId = await addDecision(side.parts.db, where(), { outcome: 'skipped', reason: 'no_mobile' })
  const { contact_id: contactId, number } = await side.parts.db
    .selectFrom('invoices')
    .select(['contact_id', 'number'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const erase = (body: object) => owner.api('POST', '/api/customers/erase', { contactId, tenantId, ...body })
  const foreign = await erase({ tenantId: crypto.randomUUID(), isSure: true })
  expect(foreign.status).toBe(404)
  const nameNow = async () => {
    const { contact_name } = await side.parts.db
      .selectFrom('invoices')
      .select('contact_name')
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    return contact_name
  }
  expect((await erase({ isSure: false })).body).toEqual({
    isErased: false,
    requests: 0,
    cancelled: 0,
    invoices: 1,
    latestInvoice: number,
  })
  expect(await nameNow()).toBe('Sam Green')
  expect((await erase({ isSure: true })).body).toMatchObject({ isErased: true, invoices: 1 })
  expect(await nameNow()).toBeNull()
  const { body } = await owner.api('GET', '/api/activity')
  expect(body).toMatchObject({ items: [{ customerName: null, customerRemoved: 'Erased customer' }] })
})
