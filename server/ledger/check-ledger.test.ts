import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { addAttempt, addRequest } from '../../test/support/paid-invoices.ts'
import { asBusiness } from '../database/database.ts'
import { seedBusiness } from '../flows/accounts/seed-business.ts'
import { createSealer } from '../platform/seal.ts'
import { recordAccepted } from '../review-requests/sending/record-accepted.ts'
import { checkLedger } from './check-ledger.ts'
import { releaseFunds, reserveFunds } from './reserve-funds.ts'

const base = useDatabase()
const sealer = createSealer([randomBytes(32).toString('hex')])
let where: { businessId: string; tenantId: string }

beforeEach(async () => {
  where = await seedBusiness({ db: base.db, sealer }, { number: 1, fundsCents: 1000, currency: 'AUD' })
})

/** A text at the gateway, its price reserved. */
const claim = async (cents = 9): Promise<string> => {
  const request = await addRequest(base.db, where, { state: 'sending' })
  const attempt = await addAttempt(base.db, where, request, { price_cents: cents })
  await asBusiness(base.db, where.businessId, (trx) =>
    reserveFunds(trx, where.businessId, [{ reference: attempt, cents }]),
  )
  return attempt
}

/** What no code of ours may do: as the database's owner, with every guard off. */
const tamper = async (statement: string, values: unknown[]): Promise<void> => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(statement, values)
  await owner.end()
}

const faults = async () => (await checkLedger(base.db, where.businessId)).map(({ fault }) => fault)

test('a ledger with texts on their way, sent and refused adds up', async () => {
  await claim()
  await recordAccepted(base.db, [{ attemptId: await claim(18), messageSid: 'SM1' }])
  const refused = await claim()
  await asBusiness(base.db, where.businessId, (trx) =>
    releaseFunds(trx, where.businessId, [{ reference: refused, cents: 9 }]),
  )
  await tamper(`update send_attempts set state = 'rejected' where id = $1`, [refused])
  expect(await faults()).toEqual([])
})

test('a transfer that does not sum to zero is named, and so is one that moves nothing', async () => {
  const { rows } = await withTransfers(2)
  const [first, second] = rows.map(({ id }) => id)
  await tamper(`insert into entries values ($1, $2, 'granted', -7)`, [where.businessId, first])
  expect((await faults()).sort()).toEqual(
    [`transfer ${first} sums to -7 cents, not to zero`, `transfer ${second} moves nothing`].sort(),
  )
})

test('a balance that its entries do not explain is named', async () => {
  await tamper('update balances set available_cents = 5 where business_id = $1', [where.businessId])
  expect(await faults()).toEqual(['the available balance says 5 cents, its entries sum to 1000'])
})

test('money that is reserved for no text is named', async () => {
  await asBusiness(base.db, where.businessId, (trx) =>
    reserveFunds(trx, where.businessId, [{ reference: crypto.randomUUID(), cents: 9 }]),
  )
  expect(await faults()).toEqual(['9 cents are reserved, the texts on their way cost 0'])
})

test('a text that was accepted and not charged, or charged and not accepted, is named', async () => {
  const free = await claim()
  await tamper(`update send_attempts set state = 'accepted' where id = $1`, [free])
  const paidFor = await claim(18)
  await recordAccepted(base.db, [{ attemptId: paidFor, messageSid: 'SM2' }])
  await tamper(`update send_attempts set state = 'rejected' where id = $1`, [paidFor])
  expect((await faults()).sort()).toEqual(
    [
      '9 cents are reserved, the texts on their way cost 0',
      `attempt ${free} was accepted at 9 cents and never charged`,
      `attempt ${paidFor} was charged 18 cents and never accepted`,
    ].sort(),
  )
})

test('a fault of another business is seen only when all are looked at', async () => {
  await tamper('update balances set available_cents = 5 where business_id = $1', [where.businessId])
  const other = await seedBusiness({ db: base.db, sealer }, { number: 2, fundsCents: 0, currency: 'AUD' })
  expect(await checkLedger(base.db, other.businessId)).toEqual([])
  expect((await checkLedger(base.db)).map(({ businessId }) => businessId)).toContain(where.businessId)
})

const withTransfers = async (count: number) => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  const made = await owner.query<{ id: string }>(
    `insert into transfers (business_id, kind, reference)
     select $1, 'grant', gen_random_uuid()::text from generate_series(1, $2) returning id`,
    [where.businessId, count],
  )
  await owner.end()
  return made
}
