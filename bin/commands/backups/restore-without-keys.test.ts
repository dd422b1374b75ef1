import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useBackedUp } from '../../../test/support/backed-up.ts'
import { asClient, emptyDatabase, everything } from '../../../test/support/backups.ts'
import { createProfileOwner, type ProfileOwner } from '../../../test/support/profile-owner.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { asBusiness, asSystem } from '../../../server/database/database.ts'
import { findWatched } from '../../../server/notices/notice-queries.ts'
import { checkKeys } from '../../../server/operations/checks/check-keys.ts'
import { findOptOuts, optOut, optOutEverywhere, optOutOfMails } from '../../../server/opt-outs/opt-out.ts'
import { addressHashes } from '../../../server/review-requests/reminding/mails/hash-address.ts'
import { openParts, type Parts } from '../../../server/wiring/parts.ts'

const { product, folder, newest, run, runWith } = useBackedUp()

const PHONES = { asked: '+61491570156', stopped: '+61491570157', unknown: '+61491570158' }
const ADDRESS = 'Sam@customer.test'
const HEARD = { messageSid: 'SM1', to: '+61400000000', meaning: 'stop' }
let trader: Trader
let profile: ProfileOwner
let detaching: ProfileOwner

beforeAll(async () => {
  const { db, parts } = product
  trader = await createTrader(product)
  const { businessId } = trader
  const paid = [trader.paid(trader.customer(PHONES.asked)), trader.paid(trader.customer(PHONES.stopped))]
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { id } = await trader.request(paid[1]!)
  const hashAddress = addressHashes(parts.hashPhone)
  await asSystem(db, async (trx) => {
    await optOut(trx, businessId, parts.hashPhone(PHONES.stopped), { source: 'stop', sender: '+61400000001' })
    await optOutEverywhere(trx, parts.hashPhone(PHONES.stopped), 'link')
    await optOut(trx, businessId, parts.hashPhone(PHONES.unknown), { source: 'owner' })
    await optOutOfMails(trx, businessId, hashAddress(ADDRESS))
  })
  await asBusiness(db, businessId, (trx) =>
    trx
      .insertInto('reminder_mails')
      .values({
        business_id: businessId,
        request_id: id,
        state: 'sent',
        state_at: product.now(),
        customer_email: ADDRESS,
        address_hash: hashAddress(ADDRESS),
        planned_at: product.now(),
        due_at: product.now(),
      })
      .execute(),
  )
  const content = { ...HEARD, phoneHash: parts.hashPhone(PHONES.asked).toString('hex') }
  await db
    .insertInto('twilio_messages')
    .values({ id: 'm1', kind: 'inbound', about: 'inbound SM1', content: JSON.stringify(content) })
    .execute()
  profile = await createProfileOwner(product)
  await profile.connect()
  detaching = await createProfileOwner(product)
  await detaching.connect()
  await db
    .updateTable('profile_connections')
    .set({ state: 'detaching' })
    .where('business_id', '=', detaching.businessId)
    .execute()
  await run(product.databaseUrl, 'backup')
})

const restoreWithoutKeys = async (lost: Record<string, string>) => {
  const url = await emptyDatabase(product.databaseUrl)
  return { url, ran: await runWith(lost, url, 'restore', newest(), '--without-keys') }
}
const newKey = () => ({ ENCRYPTION_KEYS: randomBytes(32).toString('hex') })
const partsOn = (url: string, lost: { ENCRYPTION_KEYS: string }, kind: 'api' | 'worker'): Promise<Parts> =>
  openParts(
    { ...product.parts.env, DATABASE_URL: url, DATA_DIR: folder, ENCRYPTION_KEYS: [lost.ENCRYPTION_KEYS] },
    kind,
    4,
  )
/** Of an api and of a worker on this database. */
const withBoth = async (
  url: string,
  lost: { ENCRYPTION_KEYS: string },
  work: (api: Parts) => Promise<void>,
) => {
  const api = await partsOn(url, lost, 'api')
  const worker = await partsOn(url, lost, 'worker').catch(async (cause: unknown) => {
    await api.close()
    throw cause
  })
  try {
    expect(worker.hashPhone(PHONES.asked)).toEqual(api.hashPhone(PHONES.asked))
    await work(api)
  } finally {
    await worker.close()
    await api.close()
  }
}

test('what is restored without its keys can be used: all start, and owners are asked to connect again', async () => {
  const lost = newKey()
  const { url, ran } = await restoreWithoutKeys(lost)
  expect([ran.code, ran.err]).toEqual([0, ''])
  await withBoth(url, lost, async ({ db, sealer }) => {
    expect(await checkKeys(db, sealer)).toMatchObject({ state: 'ok' })
    const states = await db.selectFrom('xero_authorisations').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'needs_reconnect' }])
    const profiles = await db.selectFrom('profile_connections').selectAll().execute()
    expect(profiles).toMatchObject([
      { business_id: profile.businessId, state: 'needs_reauth', next_read_at: null },
    ])
    const watched = await findWatched(db)
    expect(watched.every(({ isXeroLost }) => isXeroLost)).toBe(true)
  })
  expect(ran.out).toContain(
    '4 Xero authorisations do not open: their owners are asked to connect Xero again.',
  )
  expect(ran.out).toContain('1 connection to Google does not open: its owner is asked to connect again.')
  const listed = await runWith(lost, url, 'businesses')
  expect([listed.code, listed.err]).toEqual([0, ''])
  expect(listed.out).toMatch(/needs reconnect/)
})

test('who refused is known again by a number that stands in the database, and the others are counted', async () => {
  const lost = newKey()
  const { url, ran } = await restoreWithoutKeys(lost)
  expect(ran.out).toMatch(/was replaced: 3 of 4 opt-outs hold, .* 1 is void/)
  await withBoth(url, lost, async ({ db, hashPhone }) => {
    const of = (phone: string) =>
      asBusiness(db, trader.businessId, (trx) => findOptOuts(trx, trader.businessId, hashPhone(phone)))
    expect(await of(PHONES.stopped)).toEqual([
      { source: 'stop', isEverywhere: false },
      { source: 'link', isEverywhere: true },
    ])
    expect(await of(PHONES.unknown)).toEqual([])
    const hashAddress = addressHashes(hashPhone)
    const { rows } = await asClient(url, (client) =>
      client.query('select address_hash from email_opt_outs where address_hash = $1', [hashAddress(ADDRESS)]),
    )
    expect(rows).toHaveLength(1)
    const mails = await db.selectFrom('reminder_mails').select('address_hash').execute()
    expect(mails).toEqual([{ address_hash: hashAddress(ADDRESS) }])
    const requests = await db.selectFrom('review_requests').select(['customer_phone', 'phone_hash']).execute()
    expect(requests.length).toBeGreaterThan(2)
    for (const { customer_phone: phone, phone_hash } of requests)
      expect(phone_hash).toEqual(hashPhone(phone!))
    const { content } = await db.selectFrom('twilio_messages').select('content').executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toEqual({ ...HEARD, phoneHash: hashPhone(PHONES.asked).toString('hex') })
  })
})

test('where the keys open everything, --without-keys changes nothing', async () => {
  const { url, ran } = await restoreWithoutKeys({})
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).not.toMatch(/open|void/)
  expect(await everything(url)).toEqual(await everything(product.databaseUrl))
})

test('a database whose keys are lost is backed up all the same', async () => {
  const { code, err } = await runWith(newKey(), product.databaseUrl, 'backup')
  expect([code, err]).toEqual([0, ''])
})
