import { beforeEach, expect, test } from 'vitest'
import type { ReminderSettings } from '../../../contracts/shared/reminders.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DEFAULT_REMINDER } from './reminder-words-rules.ts'

const product = useProduct()
let trader: Trader
let call: Call
let userId: string

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call, userId } = await signInTo(product, trader.businessId))
})

const ON = { isOn: true, afterDays: 10, way: 'text', message: DEFAULT_REMINDER, attested: [] }
const read = async (): Promise<ReminderSettings> =>
  (await call('GET', '/api/sms/reminders')).body as ReminderSettings
const save = (change: object = {}) => call('PUT', '/api/sms/reminders', { ...ON, ...change })
const saved = async (change: object = {}): Promise<ReminderSettings> => {
  const { status, body } = await save(change)
  expect(status).toBe(200)
  return body as ReminderSettings
}
/** What the routes do not write. */
const write = (row: { on_since?: Date; template?: string }) =>
  asBusiness(product.db, trader.businessId, (trx) =>
    trx.updateTable('reminder_settings').set(row).where('business_id', '=', trader.businessId).execute(),
  )
const acts = () =>
  product.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor', 'act', 'details'])
    .where('business_id', '=', trader.businessId)
    .where('act', '=', 'set-reminders')
    .orderBy('id')
    .execute()

test('reminders are off until the owner switches them on, and come with words to begin from', async () => {
  expect(await read()).toMatchObject({
    isOn: false,
    afterDays: 7,
    way: 'text',
    message: DEFAULT_REMINDER,
    defaultMessage: DEFAULT_REMINDER,
    attested: [],
    onSince: null,
    attestedAt: null,
    firstDay: 7,
    lastDay: 14,
  })
})

test('what is saved is what is shown, and nothing of it is another business’s', async () => {
  const message = 'Hi {firstName}, it is {businessName} again. {reviewLink}'
  const after = await saved({ message, way: 'email', attested: ['NZ:text', 'GB:email', 'GB:email'] })
  expect(after).toMatchObject({ isOn: true, afterDays: 10, way: 'email', message })
  expect(after.attested).toEqual(['GB:email', 'NZ:text'])
  expect(await read()).toEqual(after)
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', '/api/sms/reminders')).body).toMatchObject({ isOn: false, attested: [] })
})

test('since when texts are reminded moves only when they are switched on', async () => {
  const [first, later] = [new Date('2026-11-02T00:00:00.000Z'), new Date('2026-12-02T00:00:00.000Z')]
  await saved()
  const { onSince } = await read()
  expect(onSince).not.toBeNull()
  const moveTo = (at: Date) => write({ on_since: at })
  await moveTo(first)
  const words = 'Hi {firstName}, {businessName} once more. {reviewLink}'
  expect(await saved({ afterDays: 14, way: 'email', message: words })).toMatchObject({
    onSince: first.toISOString(),
  })
  expect(await saved({ isOn: false, message: words })).toMatchObject({
    isOn: false,
    onSince: first.toISOString(),
    message: words,
  })
  await moveTo(later)
  expect(await saved({ isOn: false, afterDays: 8 })).toMatchObject({ onSince: later.toISOString() })
  const again = await saved()
  expect(again.isOn).toBe(true)
  expect([first.toISOString(), later.toISOString()]).not.toContain(again.onSince)
})

test('what she confirms keeps its day until she confirms something else, and can be taken back', async () => {
  expect(await saved()).toMatchObject({ attestedAt: null })
  const { attestedAt } = await saved({ attested: ['GB:text'] })
  expect(attestedAt).not.toBeNull()
  expect(await saved({ attested: ['GB:text'], afterDays: 12 })).toMatchObject({ attestedAt })
  const row = () =>
    product.db
      .selectFrom('reminder_settings')
      .select(['attested', 'attested_by'])
      .where('business_id', '=', trader.businessId)
      .executeTakeFirst()
  expect(await row()).toEqual({ attested: ['GB:text'], attested_by: userId })
  expect(await saved({ attested: [] })).toMatchObject({ attested: [], attestedAt: null })
  expect(await row()).toEqual({ attested: [], attested_by: null })
})

test('the audit log keeps whether, by which way and what was confirmed, each change once', async () => {
  await saved()
  await saved({ afterDays: 14 })
  await saved({ afterDays: 14, attested: ['US:text'] })
  await saved({ afterDays: 14, attested: ['US:text'], isOn: false })
  const by = { actor_kind: 'owner', actor: userId, act: 'set-reminders' }
  expect(await acts()).toEqual([
    { ...by, details: { isOn: true, way: 'text', attested: '' } },
    { ...by, details: { isOn: true, way: 'text', attested: 'US:text' } },
    { ...by, details: { isOn: false, way: 'text', attested: 'US:text' } },
  ])
})

test('each country says which way is served there and what is confirmed first', async () => {
  const { countries } = await read()
  expect(
    countries.map(({ country, way, attestation, needsAddress }) => [country, way, attestation, needsAddress]),
  ).toEqual([
    ['AU', 'text', null, false],
    ['AU', 'email', null, false],
    ['GB', 'text', 'GB:text', false],
    ['GB', 'email', 'GB:email', false],
    ['NZ', 'text', 'NZ:text', false],
    ['NZ', 'email', 'NZ:email', false],
    ['US', 'text', 'US:text', false],
    ['US', 'email', null, true],
  ])
  for (const { attestation, words } of countries) expect(words === null).toBe(attestation === null)
})

test.each([
  ['   ', 'Please write a message.'],
  ['a'.repeat(201), 'Character limit reached. Maximum 200 characters allowed.'],
  ['Thanks… “Sam”', 'Invalid character detected. Please remove special characters like … “ ”'],
  ['Hi {fristName}', expect.stringContaining('We cannot fill in {fristName}.')],
])('%j is refused in the words of its rule, and nothing is saved', async (message, words) => {
  const before = await read()
  expect(await save({ message })).toMatchObject({
    status: 422,
    body: { code: 'invalid-template', fields: [{ path: 'message', message: words }] },
  })
  expect(await read()).toEqual(before)
  expect(await acts()).toEqual([])
})

test.each([
  ['afterDays', { afterDays: 6 }],
  ['afterDays', { afterDays: 15 }],
  ['afterDays', { afterDays: 7.5 }],
  ['afterDays', { afterDays: null }],
  ['way', { way: 'letter' }],
  ['isOn', { isOn: 'yes' }],
  ['message', { message: 'x'.repeat(2001) }],
  ['message', { message: undefined }],
  ['attested.0', { attested: ['FR:text'] }],
  ['attested.0', { attested: ['US:email'] }],
  ['attested', { attested: 'GB:text' }],
])('a wrong %s is refused by its field: %j', async (path, change) => {
  const { status, body } = await save(change)
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid-request' } })
  const paths = (body['fields'] as { path: string }[]).map((field) => field.path)
  expect([...new Set(paths)]).toEqual([path])
  expect(await read()).toMatchObject({ isOn: false, onSince: null })
})

test('words from before a rule can still be switched off, but not on', async () => {
  await saved()
  await write({ template: 'Hi {nickname}' })
  expect((await save({ message: 'Hi {nickname}' })).status).toBe(422)
  expect(await saved({ message: 'Hi {nickname}', isOn: false })).toMatchObject({ isOn: false })
})

test('of two saves that began from the same reminder the later learns of the earlier', async () => {
  const { version } = await read()
  const both = await Promise.all([save({ version }), save({ afterDays: 14, version })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    body: {
      code: 'changed-meanwhile',
      detail: expect.stringMatching(/^Your change to the reminder was not/),
    },
  })
  const next = await read()
  expect(next.version).not.toBe(version)
  await saved({ version: next.version })
})

test('nobody sees or sets it without a session', async () => {
  const { statusCode } = await product.app.inject('/api/sms/reminders')
  expect(statusCode).toBe(401)
})
