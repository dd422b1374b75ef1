import { beforeEach, expect, test } from 'vitest'
import type { LedgerPage } from '../../contracts/funds.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { asBusiness } from '../database.ts'
import { grantFunds } from './grant-funds.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 1000 })
  ;({ call } = await signInTo(product, trader.businessId))
})

const ledger = async (query = ''): Promise<LedgerPage> =>
  (await call('GET', `/api/funds/ledger${query}`)).body as LedgerPage

test('the balance is a decimal amount, with what is set aside beside it', async () => {
  expect((await call('GET', '/api/funds/balance')).body).toEqual({
    balance: 10,
    reserved: 0,
    currency: 'AUD',
  })
})

test('a business without any movement has nothing', async () => {
  const { businessId } = await createTrader(product, { fundsCents: 0 })
  const poor = await signInTo(product, businessId)
  expect((await poor.call('GET', '/api/funds/balance')).body).toMatchObject({ balance: 0, reserved: 0 })
  expect((await poor.call('GET', '/api/funds/ledger')).body).toMatchObject({
    movements: [],
    nextCursor: null,
  })
})

test('every movement is told in words, with what was left after it', async () => {
  trader.paid(trader.customer(), { invoice: { number: 'INV-1042' } })
  trader.paid(trader.customer('+61491578888', 'Ivy'), { invoice: { number: 'INV-1043' } })
  await product.job('sweep-organisation', trader)
  await trader.send()
  await call('POST', '/api/sms/test', { phone: '0491 570 313' })
  await asBusiness(product.db, trader.businessId, (trx) =>
    grantFunds(trx, trader.businessId, { cents: 500, note: 'with our apologies', reference: 'sorry' }),
  )

  const { movements, currency } = await ledger()
  expect(currency).toBe('AUD')
  expect(movements.map(({ what, amount }) => `${what}: ${amount.toFixed(2)}`).sort()).toEqual(
    [
      'Credit from us: to get you started: 10.00',
      'Credit from us: with our apologies: 5.00',
      'Given back, it did not go out: a text to Ivy Green, INV-1043: 0.09',
      'Set aside for a test text to your phone: -0.09',
      'Set aside for a text to Ivy Green, INV-1043: -0.09',
      'Set aside for a text to Sam Green, INV-1042: -0.09',
      'Test text to your phone: 0.00',
      'Text to Sam Green, INV-1042: 0.00',
    ].sort(),
  )
  expect(movements[0]).toMatchObject({ kind: 'grant', amount: 5, balance: 14.82, reviewRequestId: null })
  expect(movements.at(-1)).toMatchObject({ kind: 'grant', amount: 10, balance: 10 })
  const [request] = await trader.requests()
  expect(movements.filter(({ reviewRequestId }) => reviewRequestId === request!.id)).toHaveLength(2)
  expect(movements.find(({ kind }) => kind === 'capture')).toMatchObject({ amount: 0, reservedAmount: -0.09 })
})

test('pages follow each other, and the balance runs through them to nought before the first movement', async () => {
  for (let n = 0; n < 119; n += 1) {
    await asBusiness(product.db, trader.businessId, (trx) =>
      grantFunds(trx, trader.businessId, { cents: 1 + n, note: `no. ${n}`, reference: `grant-${n}` }),
    )
  }
  const seen: LedgerPage['movements'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: LedgerPage = await ledger(cursor && `?cursor=${cursor}`)
    seen.push(...page.movements)
    cursor = page.nextCursor
  }
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
