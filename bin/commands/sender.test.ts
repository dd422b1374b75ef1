import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NumberSettings } from '../../sandbox/twilio/world.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { goodword } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { addRequest } from '../../test/support/paid-invoices.ts'
import { useSandbox, vendorSettings } from '../../test/support/sandbox.ts'

const base = useDatabase()
const phones = useSandbox()
const folder = mkdtempSync(join(tmpdir(), 'goodword-sender-'))
const key = randomBytes(32).toString('hex')
const OURS = '+61480000001'
const businesses = new Map<string, string>()

beforeAll(async () => {
  const sealer = createSealer([key])
  for (const [number, [name, country]] of Object.entries(COUNTRIES)) {
    const wanted = { number: Number(number) + 1, fundsCents: 0, currency: 'AUD' as const, name }
    const { businessId } = await seedBusiness({ db: base.db, sealer }, wanted)
    await base.db
      .updateTable('organisations')
      .set({ country })
      .where('business_id', '=', businessId)
      .execute()
    businesses.set(name, businessId)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COUNTRIES: [string, string][] = [
  ['Sparks', 'AU'],
  ['Volts', 'GB'],
  ['Kiwi', 'NZ'],
  ['Yankee', 'US'],
  ['Yorkshire', 'GB'],
]

const sender = (...args: string[]) =>
  goodword(
    {
      ...vendorSettings(phones.sandbox),
      PUBLIC_URL: 'http://127.0.0.1:9',
      DATABASE_URL: base.url,
      DATA_DIR: folder,
      ENCRYPTION_KEYS: key,
    },
    'sender',
    ...args,
  )
const set = async (name: string, ...args: string[]) => {
  const { code, out, err } = await sender('set', '--business', businesses.get(name)!, ...args)
  return [code, (out + err).trim()]
}
const says = (words: string) => expect.stringContaining(words)

test('an own number, an own name and the shared sender are set, and shown', async () => {
  expect((await sender('list')).out).toContain('All text by +61480000000, the shared sender.')
  expect(await set('Sparks', '--number', OURS)).toEqual([
    0,
    `Sparks texts by ${OURS}, from its next text on.`,
  ])
  expect(await set('Sparks', '--number', OURS)).toEqual([0, `It texts by ${OURS} already.`])
  const [code, words] = await set('Volts', '--name', 'Volts Ltd')
  expect([code, words]).toEqual([0, says('Volts texts by Volts Ltd')])
  expect(words).toContain('To Australian mobiles a name that is not registered is shown as "Unverified"')
  const { out } = await sender('list')
  expect(out).toMatch(/Sparks: \+61480000001, since 20/)
  expect(out).toContain('All others text by +61480000000')
  expect(await set('Volts', '--shared')).toEqual([0, says('Volts texts by the shared sender, +61480000000')])
  expect((await sender('list', '--business', businesses.get('Volts')!)).out).toContain(
    'It texts by +61480000000',
  )
})

test.each<[string, string[], string]>([
  ['Sparks', ['--number', '0480000001'], 'must begin with + and the country'],
  ['Sparks', ['--number', '+61 480 000 001'], 'without spaces'],
  ['Sparks', ['--number', '+61480000000'], 'is the shared sender'],
  ['Sparks', ['--number', '+61480000009'], 'Buy it there'],
  ['Volts', ['--number', OURS], 'Set another sender there first'],
  ['Volts', ['--name', 'ab'], '3 to 11'],
  ['Volts', ['--name', 'twelve chars'], '3 to 11'],
  ['Volts', ['--name', '12345'], 'a letter among them'],
  ['Volts', ['--name', 'Jo’s Volts'], '3 to 11'],
  ['Volts', ['--name', ' Volts'], '3 to 11'],
  ['Kiwi', ['--name', 'Kiwi'], 'In NZ'],
  ['Yankee', ['--name', 'Yankee', '--registered'], 'In US'],
  ['Sparks', ['--name', 'Sparks'], 'add --registered'],
  ['Sparks', ['--name', OURS], 'is it a --number?'],
  ['Sparks', [], 'Give one of'],
  ['Sparks', ['--shared', '--name', 'Sparks'], 'Give one of'],
])('%s may not have %j: %s', async (name, args, words) => {
  const before = (await sender('list')).out
  expect(await set(name, ...args)).toEqual([1, says(words)])
  expect((await sender('list')).out).toBe(before)
})

test('a name that the operator has registered is taken in Australia, and is nobody else’s, in any letters', async () => {
  expect(await set('Sparks', '--name', 'SPARKS', '--registered')).toEqual([0, says('texts by SPARKS')])
  expect(await set('Volts', '--name', 'Sparks')).toEqual([1, says('Sparks (')])
})

test('a business elsewhere that texts to Australia needs a registered name as well', async () => {
  const businessId = businesses.get('Yorkshire')!
  const { tenant_id: tenantId } = await base.db
    .selectFrom('organisations')
    .select('tenant_id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  expect(await set('Yorkshire', '--name', 'Yorks')).toEqual([0, says('texts by Yorks')])
  expect(await set('Yorkshire', '--shared')).toEqual([0, expect.anything()])
  await addRequest(base.db, { businessId, tenantId })
  expect(await set('Yorkshire', '--name', 'Yorks')).toEqual([1, says('texts to AU')])
  expect(await set('Yorkshire', '--name', 'Yorks', '--registered')).toEqual([
    0,
    expect.not.stringContaining('Unverified'),
  ])
})

test('a number whose texts do not come to our door is refused, with the address to set', async () => {
  phones.sandbox.twilio.setInboundUrl('https://example.test/else')
  expect(await set('Kiwi', '--number', '+61480000002')).toEqual([
    1,
    says('http://127.0.0.1:9/webhooks/twilio/inbound'),
  ])
  phones.sandbox.twilio.setInboundUrl(undefined)
})

test.each<[string, NumberSettings, string]>([
  ['has no SMS', { hasSms: false }, 'cannot send texts at Twilio'],
  ['has an application', { smsApplicationSid: `AP${'1'.repeat(32)}` }, 'take it off the number'],
  ['calls our door by GET', { smsMethod: 'GET' }, 'come by GET'],
])('a number that %s is refused, with what to do', async (_, settings, words) => {
  phones.sandbox.twilio.setNumber('+61480000002', settings)
  expect(await set('Kiwi', '--number', '+61480000002')).toEqual([1, says(words)])
  phones.sandbox.twilio.setNumber('+61480000002', undefined)
})

test('a number that all texted by is nobody’s own afterwards', async () => {
  await base.db
    .insertInto('inbound_polls')
    .values({ sender: '+61480000003', polled_at: new Date() })
    .execute()
  expect(await set('Kiwi', '--number', '+61480000003')).toEqual([1, says('was the shared sender')])
})
