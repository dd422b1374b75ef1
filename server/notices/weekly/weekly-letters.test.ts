import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { startBreakingPost } from '../../../test/support/breaking-post.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { addDecision, addRequest } from '../../../test/support/paid-invoices.ts'
import { startRefusingPost } from '../../../test/support/refusing-post.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { findToMend } from '../../activity/to-mend-queries.ts'
import { asBusiness } from '../../database/database.ts'
import { grantFunds } from '../../flows/funds/grant-funds.ts'
import { createMail } from '../../integrations/mail/mail.ts'
import { summariseRequests } from '../../review-requests/timeline/summarise-requests.ts'
import { sendWeeklyLetters } from './send-weekly-letters.ts'

const side = useAccountSide()
const SYDNEY = 'Australia/Sydney'
/** Monday 23 November 2026, nine in the morning in Sydney. */
const MONDAY = new Date('2026-11-23T09:00+11:00')
const LAST_WEEK = new Date('2026-11-18T12:00+11:00')
let post: Sandbox
let owner: Owner
let email: string
let count = 0

beforeAll(async () => {
  post = await startSandbox({ smtpPort: 0 })
})
afterAll(() => post.close())

beforeEach(async () => {
  count += 1
  email = `weekly-${count}@example.com`
  owner = await createOwner(side, email, 'Søren’s Plumbing')
  const { db } = side.parts
  const { businessId } = owner
  await db.updateTable('businesses').set({ automation_enabled: true }).where('id', '=', businessId).execute()
  await db
    .updateTable('users')
    .set({ onboarded_at: new Date(0) })
    .where('business_id', '=', businessId)
    .execute()
  await asBusiness(db, businessId, (trx) =>
    grantFunds(trx, businessId, { cents: 900, note: 'test', reference: 'start', now: LAST_WEEK }),
  )
  const authorisationId = crypto.randomUUID()
  await sql`
    insert into xero_authorisations (business_id, id, access_token, refresh_token, access_expires_at)
    values (${businessId}, ${authorisationId}, '\\x00', '\\x00', now())`.execute(db)
  await sql`
    insert into organisations (business_id, tenant_id, authorisation_id, connection_id, name, country, time_zone, live_since)
    values (${businessId}, ${where().tenantId}, ${authorisationId}, ${crypto.randomUUID()}, 'Søren', 'AU', ${SYDNEY},
            '2026-11-01')`.execute(db)
})

const tenants = new Map<string, string>()
const where = () => {
  const { businessId } = owner
  const tenantId = tenants.get(businessId) ?? crypto.randomUUID()
  tenants.set(businessId, tenantId)
  return { businessId, tenantId }
}
const write = (now = MONDAY, smtpUrl = `smtp://127.0.0.1:${post.smtpPort}`) =>
  sendWeeklyLetters({
    ...side.parts,
    clock: () => now,
    mail: createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.example>' }),
  })
const mails = () => post.mails().filter(({ to }) => to.includes(email))
const texted = (columns: Parameters<typeof addRequest>[2] = {}) =>
  addRequest(side.parts.db, where(), {
    state: 'delivered',
    sent_at: LAST_WEEK,
    delivered_at: LAST_WEEK,
    due_at: LAST_WEEK,
    price_cents: 9,
    ...columns,
  })
const skipped = (reason: string, decided_at = LAST_WEEK) =>
  addDecision(side.parts.db, where(), { outcome: 'skipped', reason, decided_at })

test('on Monday morning the owner reads once what happened in the week before', async () => {
  await texted()
  await texted({ opened_at: LAST_WEEK, open_count: 1 })
  await texted({ state: 'failed', sent_at: null, failed_at: LAST_WEEK, delivered_at: null })
  for (const reason of ['no_mobile', 'no_mobile', 'cooldown', 'bill']) await skipped(reason)
  // Of the weeks before and after.
  await texted({ sent_at: new Date('2026-11-15T23:59+11:00') })
  await texted({ sent_at: new Date('2026-11-23T00:00+11:00') })
  await skipped('no_mobile', new Date('2026-11-23T08:00+11:00'))

  await Promise.all([write(), write(), write()])
  await write(new Date('2026-11-23T15:00+11:00'))
  expect(mails()).toHaveLength(1)
  const { subject, text } = mails()[0]!
  expect(subject).toBe('Søren’s Plumbing: 2 customers asked last week')
  expect(text).toContain('this was the week of Søren’s Plumbing, 16 to 22 November.')
  expect(text).toContain('2 customers asked · 1 opened the link · 3 not asked')
  expect(text).toContain('1 more text did not arrive.')
  expect(text).toContain('2 × No mobile number we could text.')
  expect(text).toContain('You have $9.00 left')
  await write(new Date('2026-11-30T09:00+11:00'))
  expect(mails().map((mail) => mail.subject)).toEqual([
    'Søren’s Plumbing: 1 customer asked last week',
    'Søren’s Plumbing: 2 customers asked last week',
  ])
})

const decidedAt = (at: Date, requestId?: string) =>
  sql`
    update decisions d set decided_at = ${at} from invoices i
    where d.business_id = ${owner.businessId} and i.invoice_id = d.invoice_id and (${requestId ?? null}::uuid is null
      or d.invoice_id in (select invoice_id from review_requests where id = ${requestId ?? null}::uuid))`.execute(
    side.parts.db,
  )
const ended = (state: 'cancelled' | 'expired', state_reason: string) =>
  texted({ state, state_reason, sent_at: null, delivered_at: null })

test('its figures are those of her own screens', async () => {
  for (let index = 0; index < 3; index += 1) await texted({ opened_at: index === 0 ? LAST_WEEK : null })
  for (const reason of ['no_mobile', 'opted_out', 'credit_note', 'bill']) await skipped(reason)
  for (const reason of ['opted_out', 'excluded_word', 'skipped_by_owner']) await ended('cancelled', reason)
  for (const reason of ['no_funds', 'too_late']) await ended('expired', reason)
  const before = await ended('cancelled', 'opted_out')
  await decidedAt(LAST_WEEK)
  await decidedAt(new Date('2026-11-15T12:00+11:00'), before)
  await write()
  const { body } = await owner.api('GET', '/api/activity/totals?from=2026-11-16&to=2026-11-22')
  expect(body).toMatchObject({ paid: 11, texted: 3, skipped: 8 })
  const { text } = mails()[0]!
  expect(text).toContain('3 customers asked · 1 opened the link · 8 not asked')
  expect(text).toContain('2 × They asked not to get texts.')
  expect(text).toContain('1 × There were no funds for it within a week.')
  expect(text).toContain('3 for other reasons.')
})

test('what it asks to mend is what the list To mend has, of whatever reason and week', async () => {
  await texted()
  for (const reason of ['no_mobile', 'landline', 'country_not_served', 'cooldown']) await skipped(reason)
  await skipped('no_mobile', new Date('2026-11-12T12:00+11:00'))
  await texted({ state: 'failed', state_reason: '21635', sent_at: null, delivered_at: null })
  await write()
  const listed = await asBusiness(side.parts.db, owner.businessId, (trx) =>
    findToMend(trx, owner.businessId, { now: MONDAY, timeZone: SYDNEY }),
  )
  expect(listed.count).toBe(5)
  expect(mails()[0]!.text).toContain('One thing to look at: 5 recent payments')
  expect(mails()[0]!.text).toContain('/dashboard?tab=activity&view=mend')
})

test('the funds last as long as the dashboard says, also for a business that is a week old', async () => {
  await texted({ price_cents: 140, sent_at: new Date('2026-11-16T09:00+11:00') })
  await texted({ price_cents: 140 })
  await write()
  const { fundsLastDays } = await asBusiness(side.parts.db, owner.businessId, (trx) =>
    summariseRequests(trx, owner.businessId, { timeZone: SYDNEY, now: MONDAY }),
  )
  expect(fundsLastDays).toBe(22)
  expect(mails()[0]!.text).toContain('You have $9.00 left: about 3 weeks of texts at your pace.')
})

test('it says how many reviews are new, where the profile is connected and she wants it so', async () => {
  const { db } = side.parts
  const { businessId: business_id } = owner
  await texted()
  const granted_at = new Date('2026-11-10T12:00+11:00')
  await db
    .insertInto('profile_connections')
    .values({
      business_id,
      refresh_token: Buffer.of(1),
      granted_at,
      state: 'connected',
      state_since: granted_at,
    })
    .execute()
  const found = (id: string, fetchedAt: Date, writtenAt = fetchedAt) =>
    addReviews({ db, now: () => fetchedAt }, business_id, [{ id, fetchedAt, writtenAt }])
  await found('in that week', LAST_WEEK)
  await found('written long before', LAST_WEEK, new Date(0))
  await found('of this week', MONDAY)
  await write()
  expect(mails()[0]!.text).toContain('1 new review on Google.')
  expect(mails()[0]!.text).toContain('/dashboard?tab=reviews')
  await owner.api('PUT', '/api/account/notices', { reviews: 'never' })
  await texted({ sent_at: MONDAY })
  await write(new Date('2026-11-30T09:00+11:00'))
  expect(mails().filter(({ text }) => text.includes('on Google.'))).toHaveLength(1)
})

test('a text that was decided this Monday waits in no letter of last week', async () => {
  const waiting = { state: 'scheduled', sent_at: null, delivered_at: null, due_at: MONDAY }
  await decidedAt(new Date('2026-11-23T07:00+11:00'), await texted(waiting))
  await write()
  expect(mails()).toEqual([])
})

test.each([
  ['at night', '2026-11-23T07:59+11:00'],
  ['on Sunday', '2026-11-22T12:00+11:00'],
  ['on Thursday', '2026-11-26T12:00+11:00'],
])('%s where she is nothing is sent', async (_what, now) => {
  await texted()
  expect(await write(new Date(now))).toBe(0)
  expect(mails()).toEqual([])
})

test('a week in which nothing was paid has no letter, whatever could be mended', async () => {
  await skipped('bill')
  const { db } = side.parts
  await db
    .updateTable('businesses')
    .set({ automation_enabled: false })
    .where('id', '=', owner.businessId)
    .execute()
  await db
    .updateTable('xero_authorisations')
    .set({ state: 'needs_reconnect' })
    .where('business_id', '=', owner.businessId)
    .execute()
  await write()
  expect(mails()).toEqual([])
})

test('a post office that is away is asked again', async () => {
  await texted()
  await write(MONDAY, 'smtp://127.0.0.1:1')
  await write()
  expect(mails()).toHaveLength(1)
})

test.each([
  ['a mailbox that refuses for good is not tried again that week', 550, 0],
  ['a mailbox that refuses for now is tried again', 451, 1],
  ['a mail server that refuses our sign-in is tried again', 535, 1],
])('%s', async (_what, status, mailed) => {
  await texted()
  const refusing = await startRefusingPost(status)
  await write(MONDAY, refusing.smtpUrl)
  await refusing.close()
  await write(new Date('2026-11-23T09:15+11:00'))
  expect(mails()).toHaveLength(mailed)
  await texted({ sent_at: MONDAY })
  await write(new Date('2026-11-30T09:00+11:00'))
  expect(mails()).toHaveLength(mailed + 1)
})

test('a letter that may have been taken is not sent again', async () => {
  await texted()
  const breaking = await startBreakingPost('after-data')
  await write(MONDAY, breaking.smtpUrl)
  await breaking.close()
  await write(new Date('2026-11-23T09:15+11:00'))
  expect(breaking.taken()).toBe(1)
  expect(mails()).toEqual([])
})

test('its link ends the letters and no other mail, and the account switches them on again', async () => {
  await texted()
  await write()
  const [link] = /http\S+\/n\/\S+\/letter/.exec(mails()[0]!.text)!
  expect(await (await fetch(link!)).text()).toContain('No more weekly letters?')
  expect((await owner.api('GET', '/api/account/notices')).body).toEqual({
    isOn: true,
    hasLetter: true,
    reviews: 'weekly',
  })
  const ended = await fetch(link!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(await ended.text()).toContain('Done: no more of these letters')
  expect((await owner.api('GET', '/api/account/notices')).body).toEqual({
    isOn: true,
    hasLetter: false,
    reviews: 'weekly',
  })
  await texted({ sent_at: MONDAY })
  await write(new Date('2026-11-30T09:00+11:00'))
  expect(mails()).toHaveLength(1)
  const on = await owner.api('PUT', '/api/account/notices', { hasLetter: true })
  expect(on.body).toEqual({ isOn: true, hasLetter: true, reviews: 'weekly' })
})
