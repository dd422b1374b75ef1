import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'

/** Of what one transaction decides, all is claimed by it, or nothing. */

const product = useProduct()

const tell = (trader: Trader, ...invoices: Invoice[]) =>
  tellOf(product, [{ tenantId: trader.tenantId, invoices }])

const syncAtOnce = (trader: Trader) => product.otherWorker()(`sync:${trader.tenantId}`)

test('what is not covered as a whole is left to the sender', async () => {
  const trader = await createTrader(product, { fundsCents: SEGMENT_CENTS })
  const invoices = [trader.paid(), trader.paid()]
  await tell(trader, ...invoices)
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
  const states = (await trader.requests()).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['sent', 'waiting_for_funds'])
})

test('what is new does not overtake what waits for funds', async () => {
  const trader = await createTrader(product, { fundsCents: 0 })
  const older = trader.paid()
  await tell(trader, older)
  await trader.sync()
  await trader.send()
  expect(await trader.request(older)).toMatchObject({ state: 'waiting_for_funds' })
  await sql`
    insert into balances (business_id, available_cents) values (${trader.businessId}, ${SEGMENT_CENTS})
    on conflict (business_id) do update set available_cents = excluded.available_cents`.execute(product.db)
  await tell(trader, trader.paid())
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
})

const ALIKE = [
  'business_id',
  'tenant_id',
  'state',
  'attempts',
  'segments',
  'price_cents',
  'phone_country',
  'number',
  'attempt_state',
  'attempt_cents',
]

test('a text that is sent at once is on record as one that its sender sent', async () => {
  const trader = await createTrader(product, { fundsCents: 100 })
  const [first, second] = [trader.paid(), trader.paid()] as const
  await tell(trader, first)
  await syncAtOnce(trader)
  await tell(trader, second)
  await trader.sync()
  await trader.send()
  const { rows: requests } = await sql<Record<string, unknown>>`
    select r.*, a.number, a.state as attempt_state, a.price_cents as attempt_cents, a.sender, a.phone as attempt_phone
    from review_requests r join send_attempts a on a.business_id = r.business_id and a.request_id = r.id
    where r.business_id = ${trader.businessId} order by r.scheduled_at`.execute(product.db)
  const [atOnce, later] = requests as [Record<string, unknown>, Record<string, unknown>]
  const filled = (row: Record<string, unknown>) => Object.keys(row).filter((name) => row[name] !== null)
  expect(filled(atOnce)).toEqual(filled(later))
  const ofEach = Object.keys(atOnce).filter((name) => atOnce[name] === later[name])
  expect(ofEach).toEqual(expect.arrayContaining(ALIKE))
  const { rows } = await sql<{ attempts: number; entries: number }>`
    select (select count(*)::integer from send_attempts where business_id = ${trader.businessId}) as attempts,
           (select count(*)::integer from entries where business_id = ${trader.businessId} and account = 'reserved') as entries`.execute(
    product.db,
  )
  expect(rows).toEqual([{ attempts: 2, entries: 4 }])
})

test('where another account has texted the invoice, it is decided once more and not texted', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tell(trader, invoice)
  await syncAtOnce(trader)
  await trader.setOrganisation({ state: 'disconnected' })
  const next = await createTrader(product, { tenantId: trader.tenantId })
  const at = new Date(product.now().getTime() + 5)
  await tellOf(product, [{ tenantId: next.tenantId, invoices: [invoice], at }])
  await syncAtOnce(next)
  expect(await next.decision(invoice)).toBe('already_texted')
  expect(trader.texts()).toHaveLength(1)
  expect(await next.balance()).toMatchObject({ reserved: 0 })
})
