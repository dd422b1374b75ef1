import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { LedgerPage } from '../../contracts/ledger.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { confirmByCode } from '../../test/support/test-numbers.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import { localDate } from '../platform/dates.ts'
import { bookTransfer } from './book-transfer.ts'
import { findStatement } from '../payments/statements/find-statement.ts'
import { grantFunds } from '../flows/funds/grant-funds.ts'
import { captureFunds, releaseFunds, reserveFunds } from './reserve-funds.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 1000 })
  ;({ call } = await signInTo(product, trader.businessId))
})

const ledger = async (query = ''): Promise<LedgerPage> =>
  (await call('GET', `/api/funds/ledger${query}`)).body as LedgerPage

test('the balance is a decimal amount, with what is set aside beside it [3.7]', async () => {
  expect((await call('GET', '/api/funds/balance')).body).toEqual({
    balance: 10,
    reserved: 0,
    onItsWay: 0,
    currency: 'AUD',
    hasMoved: true,
    firstMonth: localDate(new Date(), 'Australia/Sydney').slice(0, 7),
  })
})

test('statements begin with the month in which the business came, by its own calendar', async () => {
  const { businessId } = await createTrader(product, { fundsCents: 0 })
  const young = await signInTo(product, businessId)
  const firstMonth = async (createdAt: string) => {
    await sql`update businesses set created_at = ${createdAt} where id = ${businessId}`.execute(product.db)
    return (await young.call('GET', '/api/funds/balance')).body['firstMonth']
  }
  expect(await firstMonth('2026-09-30T13:59:00Z')).toBe('2026-09')
  expect(await firstMonth('2026-09-30T14:00:00Z')).toBe('2026-10')
})

test('a business without any movement has nothing', async () => {
  const { businessId } = await createTrader(product, { fundsCents: 0 })
  const poor = await signInTo(product, businessId)
  expect((await poor.call('GET', '/api/funds/balance')).body).toMatchObject({
    balance: 0,
    reserved: 0,
    hasMoved: false,
  })
  expect((await poor.call('GET', '/api/funds/ledger')).body).toMatchObject({
    movements: [],
    nextCursor: null,
  })
})

test('a text is one row, in words, with what was left after it', async () => {
  trader.paid(trader.customer(), { invoice: { number: 'INV-1042' } })
  trader.paid(trader.customer('+61491578888', 'Ivy'), { invoice: { number: 'INV-1043' } })
  await product.job('sweep-organisation', trader)
  await trader.send()
  await confirmByCode(product, call, '0491 570 313')
  await call('POST', '/api/sms/test', { phone: '0491 570 313' })
  await asBusiness(product.db, trader.businessId, (trx) =>
    grantFunds(trx, trader.businessId, {
      cents: 500,
      note: 'with our apologies',
      reference: 'sorry',
      now: new Date(),
    }),
  )

  const { movements, currency } = await ledger()
  expect(currency).toBe('AUD')
  expect(movements.map(({ what, amount }) => `${what}: ${amount.toFixed(2)}`).sort()).toEqual(
    [
      'Credit from us: to get you started: 10.00',
      'Credit from us: with our apologies: 5.00',
      'Given back: text to Ivy Green, INV-1043 did not go out: 0.09',
      'Test text to your phone: -0.09',
      'Text to Ivy Green, INV-1043: -0.09',
      'Text to Sam Green, INV-1042: -0.09',
    ].sort(),
  )
  expect(movements[0]).toMatchObject({ kind: 'grant', amount: 5, balance: 14.82, reviewRequestId: null })
  expect(movements.at(-1)).toMatchObject({ kind: 'grant', amount: 10, balance: 10, text: null })
  const [request] = await trader.requests()
  expect(movements.filter(({ reviewRequestId }) => reviewRequestId === request!.id)).toMatchObject([
    { amount: -0.09, reservedAmount: 0, text: 'paid' },
  ])
  expect(movements.find(({ what }) => what.startsWith('Text to Ivy'))).toMatchObject({ text: 'given_back' })
  await product.db
    .updateTable('review_requests')
    .set({ state: 'failed' })
    .where('id', '=', request!.id)
    .execute()
  expect((await ledger()).movements.find(({ what }) => what.startsWith('Text to Sam'))).toMatchObject({
    amount: -0.09,
    text: 'not_delivered',
  })
})

/** Every page, as her screen reads them. */
const wholeLedger = async (): Promise<LedgerPage['movements']> => {
  const seen: LedgerPage['movements'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: LedgerPage = await ledger(cursor && `?cursor=${cursor}`)
    seen.push(...page.movements)
    cursor = page.nextCursor
  }
  return seen
}
const total = (cents: number[]): number => Math.round(cents.reduce((sum, one) => sum + one * 100, 0))

test('whatever became of the texts, the rows add up to the balance, and so does the statement', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('on its way', 'paid', 'given back', 'given', 'refunded'), {
        minLength: 1,
        maxLength: 70,
      }),
      async (fates) => {
        trader = await createTrader(product, { fundsCents: 2000 })
        ;({ call } = await signInTo(product, trader.businessId))
        await asBusiness(product.db, trader.businessId, async (trx) => {
          for (const fate of fates) await befall(trx, trader.businessId, fate)
        })
        const rows = await wholeLedger()
        const { available, reserved } = await trader.balance()
        expect(total(rows.map(({ amount }) => amount))).toBe(available)
        expect(total(rows.map(({ reservedAmount }) => reservedAmount))).toBe(reserved)
        expect(Math.round(rows[0]!.balance * 100)).toBe(available)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        const texts = fates.filter((fate) => fate in SETTLED)
        expect(rows.filter(({ kind }) => kind === 'reserve')).toHaveLength(texts.length)
        const month = localDate(new Date(), 'Australia/Sydney').slice(0, 7)
        const statement = await asBusiness(product.db, trader.businessId, (trx) =>
          findStatement(trx, trader.businessId, month),
        )
        expect(statement.lines.map(({ cents }) => cents).toReversed()).toEqual(
          rows.map(({ amount }) => Math.round(amount * 100)),
        )
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

const SETTLED = { 'on its way': undefined, paid: captureFunds, 'given back': releaseFunds }

const befall = async (trx: TenantTrx, businessId: string, fate: string): Promise<void> => {
  const reference = crypto.randomUUID()
  const booking = { reference, cents: 9 }
  if (fate === 'given')
    await grantFunds(trx, businessId, { cents: 9, note: 'test', reference, now: new Date() })
  else if (fate === 'refunded')
    await bookTransfer(trx, businessId, { kind: 'refund', from: 'available', to: 'card', ...booking })
  else {
    await reserveFunds(trx, businessId, [booking])
    await SETTLED[fate as keyof typeof SETTLED]?.(trx, businessId, [booking])
  }
}

test('pages follow each other, and the balance runs through them to nought before the first movement', async () => {
  for (let n = 0; n < 119; n += 1) {
    await asBusiness(product.db, trader.businessId, (trx) =>
      grantFunds(trx, trader.businessId, {
        cents: 1 + n,
        note: `no. ${n}`,
        reference: `grant-${n}`,
        now: new Date(),
      }),
    )
  }
  const seen = await wholeLedger()
  expect(seen).toHaveLength(120)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
  for (const [index, { balance, amount }] of seen.entries()) {
    const before = seen[index + 1]?.balance ?? 0
    expect(Math.round((balance - amount) * 100)).toBe(Math.round(before * 100))
  }
})

test('another business sees neither balance nor movements', async () => {
  const stranger = await signInTo(product, (await createTrader(product, { fundsCents: 7 })).businessId)
  expect((await stranger.call('GET', '/api/funds/balance')).body).toMatchObject({ balance: 0.07 })
  expect((await stranger.call('GET', '/api/funds/ledger')).body['movements']).toHaveLength(1)
})
