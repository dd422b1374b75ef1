import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { tellOf } from '../../../test/support/trader.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)

let deposit: Invoice
let final: Invoice

/** The deposit's text waits, and the customer is left in peace for it when she pays the rest ten days later. */
beforeEach(async () => {
  const { trader } = owner
  const customer = trader.customer()
  deposit = trader.paid(customer, { invoice: { reference: '50% deposit' } })
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [deposit] }])
  await trader.sync()
  product.later(10 * DAY_MS)
  final = await owner.decided(customer)
})

const expire = async () => {
  await product.job('expire-waiting')
  await owner.trader.sync()
}
const ended = async () => {
  const { state, state_reason } = await owner.trader.request(deposit)
  return [state, state_reason]
}
const freed = async () => {
  const { rows } = await sql`
    select from xero_events where resource_id = ${final.invoiceId} and event_type = 'FREED'`.execute(
    product.db,
  )
  return rows.length
}

const unsent: [string, () => Promise<unknown>][] = [
  ['held_too_long', () => owner.done('hold', deposit)],
  ['too_late', () => Promise.resolve()],
  [
    'no_funds',
    () =>
      sql`
        with spent as (update balances set available_cents = 0 where business_id = ${owner.trader.businessId})
        update review_requests set state = 'waiting_for_funds', waiting_since = ${product.now()}
        where business_id = ${owner.trader.businessId}`.execute(product.db),
  ],
]

test.each(unsent)(
  'whose earlier text ended as %s is asked about her later invoice',
  async (reason, begin) => {
    await begin()
    product.later(3 * DAY_MS)
    await expire()
    expect(await owner.trader.decision(final)).toBe('cooldown')
    product.later(5 * DAY_MS)
    await expire()
    expect(await ended()).toEqual(['expired', reason])
    expect(await owner.trader.decision(final)).toBe('scheduled')
    await expire()
    expect(await freed()).toBe(1)
  },
)

test.each([
  ['20003', null, 'scheduled'],
  ['http-403', null, 'scheduled'],
  ['never_accepted', null, 'scheduled'],
  ['30005', product.now, 'cooldown'],
])('whose earlier text failed for %s is asked only where it never went', async (reason, sentAt, decided) => {
  await sql`
    update review_requests
    set state = 'failed', state_reason = ${reason}, failed_at = now(), sent_at = ${sentAt?.() ?? null}
    where invoice_id = ${deposit.invoiceId}`.execute(product.db)
  await expire()
  expect(await owner.trader.decision(final)).toBe(decided)
  await expire()
  expect(await freed()).toBe(decided === 'scheduled' ? 1 : 0)
})

test('whose deposit the owner leaves out by now is asked about the final invoice', async () => {
  const { trader } = owner
  expect(await trader.decision(final)).toBe('cooldown')
  await trader.set({ leaves_out_deposits: true })
  await asBusiness(product.db, trader.businessId, (trx) =>
    product.parts.exclusionsChanged(trx, trader.businessId),
  )
  await expire()
  expect(await ended()).toEqual(['cancelled', 'deposit_invoice'])
  expect(await trader.decision(final)).toBe('scheduled')
})

test('whose text the owner cancelled is left in peace, and her other invoice says why', async () => {
  expect(await owner.trader.decision(final)).toBe('cooldown')
  await owner.done('cancel', deposit)
  await expire()
  await tellOf(product, [{ tenantId: owner.trader.tenantId, invoices: [final] }])
  await owner.trader.sync()
  expect(await owner.trader.decision(final)).toBe('cooldown')
  expect((await owner.call('GET', '/api/activity')).body['items']).toMatchObject([
    { what: expect.stringContaining('A text to them was already planned, and not sent in the end') },
    { reason: 'cancelled_by_owner' },
  ])
})

test('whose business is disconnected from Xero meanwhile is not asked', async () => {
  product.later(5 * DAY_MS)
  await owner.trader.setOrganisation({ state: 'disconnected' })
  await expire()
  expect(await freed()).toBe(0)
})
