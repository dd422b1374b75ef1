import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { Pool } from 'pg'
import { useDatabase } from '../../test/support/database.ts'
import { asBusiness } from '../database/database.ts'
import { checkLedger } from './check-ledger.ts'
import { grantFunds } from '../flows/funds/grant-funds.ts'
import { captureFunds, releaseFunds, reserveFunds } from './reserve-funds.ts'

const base = useDatabase()
let owner: Pool

beforeAll(() => {
  owner = new Pool({ connectionString: base.url, max: 2 })
})
afterAll(() => owner.end())

const newBusiness = async (): Promise<string> => {
  const { id } = await base.db
    .insertInto('businesses')
    .values({ name: 'Ledger', currency: 'AUD', template: 'Hi' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const TEXTS = 6
const cents = fc.integer({ min: 1, max: 40 })
const text = fc.integer({ min: 1, max: TEXTS })
const move = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), text, cents }),
  fc.record({ kind: fc.constant('reserve' as const), text, cents }),
  fc.record({ kind: fc.constant('capture' as const), text, cents }),
  fc.record({ kind: fc.constant('release' as const), text, cents }),
)
type Move = { kind: 'grant' | 'reserve' | 'capture' | 'release'; text: number; cents: number }

/** Why the database may refuse a move: too little funds, or the same move twice. Anything else is a fault. */
const REFUSALS = ['23514', '23505', 'key-used']

const attempt = async (businessId: string, { kind, text: number, cents: amount }: Move): Promise<boolean> => {
  const reference = `text-${number}`
  const one = [{ reference, cents: amount }]
  try {
    await asBusiness(base.db, businessId, async (trx) => {
      if (kind === 'grant')
        await grantFunds(trx, businessId, { cents: amount, note: 'test', reference, now: new Date() })
      if (kind === 'reserve') await reserveFunds(trx, businessId, one)
      if (kind === 'capture') await captureFunds(trx, businessId, one)
      if (kind === 'release') await releaseFunds(trx, businessId, one)
    })
    return true
  } catch (cause) {
    expect(REFUSALS).toContain((cause as { code: string }).code)
    return false
  }
}

type Sums = { available: number; reserved: number; all: number }

const sums = async (businessId: string): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select coalesce(sum(amount_cents) filter (where account = 'available'), 0)::bigint as available,
           coalesce(sum(amount_cents) filter (where account = 'reserved'), 0)::bigint as reserved,
           coalesce(sum(amount_cents), 0)::bigint as all
    from entries where business_id = ${businessId}`.execute(base.db)
  return rows[0]!
}

test('however moves race, balances are the sums of their entries, and no cent is made or lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 30 }), async (moves) => {
      const businessId = await newBusiness()
      await Promise.all(moves.map((one) => attempt(businessId, one)))
      const { available, reserved, all } = await sums(businessId)
      expect(all).toBe(0)
      expect(Math.min(available, reserved)).toBeGreaterThanOrEqual(0)
      const balance = await base.db
        .selectFrom('balances')
        .select(['available_cents', 'reserved_cents'])
        .where('business_id', '=', businessId)
        .executeTakeFirst()
      expect([balance?.available_cents ?? 0, balance?.reserved_cents ?? 0]).toEqual([available, reserved])
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from transfers where business_id = ${businessId} and kind in ('capture', 'release')
        group by reference having count(*) > 1`.execute(base.db)
      expect(rows).toEqual([])
      const faults = await checkLedger(base.db, businessId)
      expect(faults.filter(({ fault }) => /sums to|moves nothing|balance says/.test(fault))).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('of many who reserve the last funds at once, as many get them as there are funds', async () => {
  const businessId = await newBusiness()
  await attempt(businessId, { kind: 'grant', text: 0, cents: 35 })
  const got = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      attempt(businessId, { kind: 'reserve', text: number, cents: 9 }),
    ),
  )
  expect(got.filter(Boolean)).toHaveLength(3)
  expect(await sums(businessId)).toMatchObject({ available: 8, reserved: 27 })
})

test('a text is captured or given back, never both and never twice, however they race', async () => {
  const businessId = await newBusiness()
  await attempt(businessId, { kind: 'grant', text: 0, cents: 90 })
  await attempt(businessId, { kind: 'reserve', text: 1, cents: 9 })
  await attempt(businessId, { kind: 'reserve', text: 2, cents: 9 })
  const kinds = ['capture', 'release', 'capture', 'release', 'release', 'capture'] as const
  const ended = await Promise.all(kinds.map((kind) => attempt(businessId, { kind, text: 1, cents: 9 })))
  expect(ended.filter(Boolean)).toHaveLength(1)
  expect((await sums(businessId)).reserved).toBe(9)
})

test('what was booked is never changed or taken out, not even by the owner of the database', async () => {
  const businessId = await newBusiness()
  await attempt(businessId, { kind: 'grant', text: 0, cents: 90 })
  for (const statement of [
    'update entries set amount_cents = amount_cents * 2',
    `update transfers set note = 'other'`,
    'delete from entries',
    'delete from transfers',
    'truncate entries',
    'truncate transfers cascade',
  ]) {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: '23001' })
  }
  expect(await sums(businessId)).toEqual({ available: 90, reserved: 0, all: 0 })
})

test('a movement whose sides do not match is refused whole', async () => {
  const businessId = await newBusiness()
  const book = (entries: [string, number][]) =>
    asBusiness(base.db, businessId, async (trx) => {
      const { id } = await trx
        .insertInto('transfers')
        .values({ business_id: businessId, kind: 'grant', reference: crypto.randomUUID() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`
        insert into entries (business_id, transfer_id, account, amount_cents)
        select ${businessId}, ${id}, account, cents
        from jsonb_to_recordset(${JSON.stringify(entries.map(([account, amount]) => ({ account, cents: amount })))}::jsonb)
          as e (account text, cents bigint)`.execute(trx)
    })
  await expect(book([['available', 10]])).rejects.toMatchObject({ constraint: 'transfers_balance' })
  await expect(
    book([
      ['available', 10],
      ['granted', -9],
    ]),
  ).rejects.toMatchObject({ constraint: 'transfers_balance' })
  expect(await sums(businessId)).toEqual({ available: 0, reserved: 0, all: 0 })
})
