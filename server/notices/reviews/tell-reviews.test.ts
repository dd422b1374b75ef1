import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { startBreakingPost } from '../../../test/support/breaking-post.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { addReviews } from '../../../test/support/reviews.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { asBusiness } from '../../database/database.ts'
import { createMail } from '../../integrations/mail/mail.ts'
import { noteSeen } from '../../reviews/showing/reviews-seen.ts'
import { tellReviews } from './tell-reviews.ts'

const side = useAccountSide(() => ({ REVIEWS: 'on' }))
const NOON = new Date('2026-11-18T12:00Z')
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
  email = `reviews-${count}@example.com`
  owner = await createOwner(side, email, 'Whitlock Electrical')
  const { db } = side.parts
  const { businessId: business_id } = owner
  await db
    .updateTable('users')
    .set({ onboarded_at: new Date(0) })
    .where('business_id', '=', business_id)
    .execute()
  await db
    .insertInto('profile_connections')
    .values({
      business_id,
      refresh_token: Buffer.of(1),
      granted_at: at(-24),
      state: 'connected',
      state_since: at(-24),
      full_read_at: at(-24),
    })
    .execute()
  await tellHer('at-once', -10)
})

const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
/** As if she had said so then. */
const tellHer = async (reviews: string, minutes: number) => {
  const { status, body } = await owner.api('PUT', '/api/account/notices', { reviews })
  expect([status, body['reviews']]).toEqual([200, reviews])
  await side.parts.db
    .updateTable('owner_notices')
    .set({ reviews_told_at: at(minutes - 60) })
    .where('business_id', '=', owner.businessId)
    .execute()
}
const found = (id: string, minutes: number, writtenAt = at(minutes)) =>
  addReviews({ db: side.parts.db, now: () => at(minutes) }, owner.businessId, [
    { id, name: 'Moana Kahu', comment: 'Tidy work', writtenAt, fetchedAt: at(minutes) },
  ])
const tell = (minutes: number, smtpUrl = `smtp://127.0.0.1:${post.smtpPort}`) =>
  tellReviews({
    ...side.parts,
    clock: () => at(minutes),
    mail: createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.example>' }),
  })
const mails = () => post.mails().filter(({ to }) => to.includes(email))

test('she is mailed the number of new reviews and nothing of them, once an hour at most', async () => {
  await found('before', -5, at(-60 * 24 * 30))
  await tell(0)
  expect(mails()).toEqual([])
  await found('one', 1)
  await found('two', 2)
  await Promise.all([tell(3), tell(3), tell(3)])
  expect(mails()).toHaveLength(1)
  const { subject, text } = mails()[0]!
  expect(subject).toBe('Whitlock Electrical has 2 new reviews on Google')
  expect(text).toContain('/dashboard?tab=reviews')
  // The address behind which she ends these is random, and may hold any four letters.
  expect((subject + text).replace(/\/n\/\S+/, '')).not.toMatch(/Moana|Kahu|Tidy|star/i)
  await found('three', 4)
  await tell(62)
  expect(mails()).toHaveLength(1)
  await tell(63)
  expect(mails().map((mail) => mail.subject)).toContain('Whitlock Electrical has a new review on Google')
  await tell(200)
  expect(mails()).toHaveLength(2)
})

test('what she has seen meanwhile is not mailed, nor what is no longer fresh', async () => {
  await found('one', 1)
  const users = side.parts.db.selectFrom('users').select('id').where('business_id', '=', owner.businessId)
  const { id: user_id } = await users.executeTakeFirstOrThrow()
  await asBusiness(side.parts.db, owner.businessId, (trx) =>
    noteSeen(trx, { businessId: owner.businessId, userId: user_id, readAt: at(2) }),
  )
  await tell(3)
  await tell(31 * 24 * 60)
  expect(mails()).toEqual([])
})

test.each(['weekly', 'never'])('who wants to know %s is not mailed at once', async (reviews) => {
  await tellHer(reviews, -10)
  await found('one', 1)
  await tell(3)
  expect(mails()).toEqual([])
})

test('a mail server that is away is asked again', async () => {
  await found('one', 1)
  await tell(3, 'smtp://127.0.0.1:1')
  await tell(4)
  expect(mails()).toHaveLength(1)
})

test('a mail that may have been taken is not sent again', async () => {
  await found('one', 1)
  const breaking = await startBreakingPost('after-data')
  await tell(3, breaking.smtpUrl)
  await breaking.close()
  await tell(4)
  expect(breaking.taken()).toBe(1)
  expect(mails()).toEqual([])
})

test('the link in it ends these mails and no others', async () => {
  await found('one', 1)
  await tell(3)
  const [link] = /http\S+\/n\/\S+\/reviews/.exec(mails()[0]!.text)!
  expect(await (await fetch(link!)).text()).toContain('No more mails about reviews?')
  const ended = await fetch(link!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(await ended.text()).toContain('Done: no more of these mails')
  const { body } = await owner.api('GET', '/api/account/notices')
  expect(body).toEqual({ isOn: true, hasLetter: true, reviews: 'never' })
})
