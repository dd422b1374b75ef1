import { afterAll, beforeAll, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { startBreakingPost } from '../../test/support/breaking-post.ts'
import { createOwner, type Owner } from '../../test/support/owner.ts'
import { startRefusingPost } from '../../test/support/refusing-post.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { asBusiness } from '../database/database.ts'
import { grantFunds } from '../flows/funds/grant-funds.ts'
import { reserveFunds } from '../ledger/reserve-funds.ts'
import { createMail } from '../integrations/mail/mail.ts'
import { addRequests } from '../../test/support/requests.ts'
import { textsFor } from '../../web/payments/top-up-amounts.ts'
import { tellOwners } from './tell-owners.ts'

const side = useAccountSide()
const DAY_MS = 86_400_000
let post: Sandbox
let owner: Owner
let count = 0

beforeAll(async () => {
  post = await startSandbox({ smtpPort: 0 })
})
afterAll(() => post.close())

const tell = (smtpUrl = `smtp://127.0.0.1:${post.smtpPort}`) =>
  tellOwners({ ...side.parts, mail: createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.example>' }) })
const mails = (email: string) => post.mails().filter(({ to }) => to.includes(email))
const spend = (cents: number) =>
  asBusiness(side.parts.db, owner.businessId, (trx) =>
    reserveFunds(trx, owner.businessId, [{ reference: crypto.randomUUID(), cents }]),
  )
const arrive = async (name = 'Søren’s Plumbing'): Promise<string> => {
  count += 1
  const email = `noticed-${count}@example.com`
  owner = await createOwner(side, email, name)
  const { db } = side.parts
  await db
    .updateTable('businesses')
    .set({ automation_enabled: true })
    .where('id', '=', owner.businessId)
    .execute()
  await db
    .updateTable('users')
    .set({ onboarded_at: new Date() })
    .where('business_id', '=', owner.businessId)
    .execute()
  await asBusiness(db, owner.businessId, (trx) =>
    grantFunds(trx, owner.businessId, { cents: 400, note: 'test', reference: 'start', now: new Date() }),
  )
  return email
}

test('an owner is mailed when her funds get low, once, and a day later when they are spent', async () => {
  const email = await arrive()
  await tell()
  expect(mails(email)).toEqual([])
  await spend(250)
  await Promise.all([tell(), tell(), tell()])
  await spend(150)
  await tell()
  expect(mails(email).map(({ subject }) => subject)).toEqual(['Funds of Søren’s Plumbing are getting low'])
  side.later(DAY_MS + 1)
  await tell()
  expect(mails(email).map(({ subject }) => subject)).toEqual([
    'Review texts of Søren’s Plumbing have stopped: no funds',
    'Funds of Søren’s Plumbing are getting low',
  ])
  expect(mails(email)[0]!.text).toContain(`${side.url}/dashboard?tab=top-up`)
})

const pageSays = async (availableCents: number) => {
  const { body } = await owner.api('GET', '/api/top-ups')
  return `about ${textsFor(availableCents / 100, body['averageTextPrice'] as number)} texts`
}

test.each([
  ['at home in its currency', { currency: 'NZD' }, 150, 'about 10 texts'],
  ['in a country that has no price', { currency: 'SGD' }, 100, 'about 11 texts'],
  [
    'whose message takes two segments',
    { currency: 'AUD', template: 'Thank you. '.repeat(14) },
    200,
    'about 11 texts',
  ],
])('before its first text, a business %s is mailed what its page says', async (_, facts, left, words) => {
  const email = await arrive()
  const { db } = side.parts
  await db.updateTable('businesses').set(facts).where('id', '=', owner.businessId).execute()
  await spend(400 - left)
  await tell()
  expect(await pageSays(left)).toBe(words)
  expect(mails(email)[0]!.text).toContain(`That is ${words}.`)
})

test('a business that has sent texts is mailed the number that its page says', async () => {
  const email = await arrive()
  const { db } = side.parts
  const { tenantId } = side.sandbox.xero.addOrganisation({ name: 'Sent before' })
  await owner.connectXero(tenantId)
  const ids = await addRequests(db, { businessId: owner.businessId, tenantId }, ['sent', 'sent'])
  for (const [place, id] of ids.entries())
    await db
      .updateTable('review_requests')
      .set({ price_cents: place === 0 ? 9 : 18, sent_at: new Date() })
      .where('id', '=', id)
      .execute()
  await spend(170)
  await tell()
  expect(await pageSays(230)).toBe('about 16 texts')
  expect(mails(email)[0]!.text).toContain('That is about 16 texts.')
})

test('a post office that is away is asked again, and nothing is lost', async () => {
  const email = await arrive()
  await spend(400)
  await tell('smtp://127.0.0.1:1')
  expect(mails(email)).toEqual([])
  await tell()
  expect(mails(email)).toHaveLength(1)
})

test('a mail that may have been taken is not sent again', async () => {
  const email = await arrive()
  await spend(400)
  const breaking = await startBreakingPost('after-data')
  await tell(breaking.smtpUrl)
  await tell(breaking.smtpUrl)
  await breaking.close()
  expect(breaking.taken()).toBe(1)
  await tell()
  expect(mails(email)).toEqual([])
})

test('a mailbox that refuses a mail for good is not tried again', async () => {
  const email = await arrive()
  await spend(400)
  const refusing = await startRefusingPost(550)
  await tell(refusing.smtpUrl)
  await refusing.close()
  await tell()
  expect(mails(email)).toEqual([])
})

test('while the post office does not answer, one mail is tried in a run and not everyone’s', async () => {
  const emails: string[] = []
  for (const _ of ['one', 'another']) {
    emails.push(await arrive())
    await spend(400)
  }
  const away = createMail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'Goodword <no-reply@goodword.example>' })
  let tries = 0
  const send: typeof away.send = (mail) => {
    tries += 1
    return away.send(mail)
  }
  await tellOwners({ ...side.parts, mail: { ...away, send } })
  expect(tries).toBe(1)
  await tell()
  for (const email of emails) expect(mails(email)).toHaveLength(1)
})

test('a worker that stops begins no mail, and another sends it', async () => {
  const email = await arrive()
  await spend(400)
  const mail = createMail({ smtpUrl: `smtp://127.0.0.1:${post.smtpPort}`, from: 'no-reply@goodword.example' })
  expect(await tellOwners({ ...side.parts, mail }, AbortSignal.abort())).toBe(0)
  expect(mails(email)).toEqual([])
  await tell()
  expect(mails(email)).toHaveLength(1)
})

test('the link in a mail ends them, a look at it does not, and the account switches them on again', async () => {
  const email = await arrive()
  await spend(250)
  await tell()
  const [link] = /http\S+\/n\/\S+/.exec(mails(email)[0]!.text)!
  expect((await fetch(link!)).status).toBe(200)
  expect((await owner.api('GET', '/api/account/notices')).body).toMatchObject({ isOn: true })
  const oneClick = await fetch(link!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(await oneClick.text()).toContain('Done: no more of these mails')
  expect((await owner.api('GET', '/api/account/notices')).body).toMatchObject({ isOn: false })
  await spend(150)
  side.later(DAY_MS + 1)
  await tell()
  expect(mails(email)).toHaveLength(1)
  expect((await owner.api('PUT', '/api/account/notices', { isOn: true })).body).toMatchObject({ isOn: true })
  expect((await fetch(`${side.url}/n/${'x'.repeat(43)}`, { method: 'POST' })).status).toBe(404)
  expect((await side.person().api('PUT', '/api/account/notices', { isOn: false })).status).toBe(401)
})
