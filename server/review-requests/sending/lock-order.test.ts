import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { addAttempt } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { reserveFunds } from '../../ledger/reserve-funds.ts'
import { findOrganisation } from '../../organisations/organisation-queries.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { UNEXPECTED_SHAPE } from '../../platform/postgres/work/inbox.ts'
import { asDecider } from '../deciding/as-decider.ts'
import { cancelUnpaid } from '../deciding/cancel-unpaid.ts'
import { takeBackPostponed } from '../deciding/renew-customers.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { releasePaced } from '../life/release-requests.ts'
import { lockFunds } from './claim-queries.ts'
import { recheckStaleRequests } from './recheck-requests.ts'

/** Whoever claims, cancels or settles locks attempts first, then the funds, then texts: no two of them deadlock. */

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

/** So many texts that the gateway postponed. */
const postponed = async (count: number): Promise<Invoice[]> => {
  const invoices = Array.from({ length: count }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
  product.sandbox.faults.ask({ twilio429: { count } })
  await trader.send()
  expect((await trader.requests()).map(({ state }) => state)).toEqual(invoices.map(() => 'sending'))
  return invoices
}

/** The reminder of a text that was delivered, postponed as well. Returns the invoice and the reminder's id. */
const remindedOf = async () => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  const { id: firstText } = await trader.request(invoice)
  const { rows } = await sql<{ id: string }>`
    insert into review_requests (business_id, tenant_id, reminder_of, state, phone_hash, phone_country, link_token,
                                 correlation_id, scheduled_at, due_at, checked_at)
    select business_id, tenant_id, id, 'sending', phone_hash, phone_country, gen_random_uuid()::text, 'test',
           now(), now(), now()
    from review_requests where id = ${firstText} returning id`.execute(product.db)
  const { id } = rows[0]!
  const attemptId = await addAttempt(product.db, trader, id, { state: 'retry', retry_at: product.now() })
  await asBusiness(product.db, trader.businessId, (trx) =>
    reserveFunds(trx, trader.businessId, [{ reference: attemptId, cents: 9 }]),
  )
  return { invoice, id }
}

type Answer = Awaited<ReturnType<typeof product.parts.xero.invoice>>

/** The recheck of a text that is paid still, and of one of which Xero does not say it. */
const recheckOf = (other: Invoice, answer: (whole: Answer) => Answer) => {
  const { xero } = product.parts
  const invoice: typeof xero.invoice = async (session, id) => {
    const whole = await xero.invoice(session, id)
    return id === other.invoiceId ? answer(whole) : whole
  }
  const deps = { ...product.parts, xero: { ...xero, invoice }, findReviewed: async () => undefined }
  return recheckStaleRequests(deps, trader.businessId, new AbortController().signal, (work) => work())
}

/** What is written of an answer by which the payment of the second was undone. */
const answerOf = async (still: Invoice, undone: Invoice) => {
  const { parts, sandbox } = product
  const organisation = (await findOrganisation(product.db, trader.tenantId))!
  const { accessToken } = sandbox.xero.grant(trader.tenantId)
  const read = await Promise.all(
    [still, undone].map(({ invoiceId }) =>
      parts.xero.invoice({ accessToken, tenantId: trader.tenantId }, invoiceId),
    ),
  )
  const invoices = read.map(({ body }) => body!)
  await asDecider(product.db, organisation, async (trx) => {
    await takeBackPostponed(trx, parts, organisation, invoices)
    const { businessId, tenantId } = trader
    await cancelUnpaid(trx, { businessId, tenantId, invoiceIds: [undone.invoiceId], now: product.now() })
  })
}

const prepare = {
  'a text of which Xero does not say whether it is paid': async () => {
    const [, unknown] = await postponed(2)
    const { id } = await trader.request(unknown!)
    product.later(11 * MINUTE_MS)
    const fail = (): never => {
      throw new VendorFailure('xero', 'retry-later', UNEXPECTED_SHAPE, 'in a test')
    }
    return { id, write: () => recheckOf(unknown!, fail) }
  },
  'a text whose invoice Xero does not have any more': async () => {
    const [, gone] = await postponed(2)
    const { id } = await trader.request(gone!)
    product.later(11 * MINUTE_MS)
    return { id, write: () => recheckOf(gone!, (whole) => ({ ...whole, body: undefined })) }
  },
  'a reminder of an invoice whose payment was undone': async () => {
    const [still] = await postponed(1)
    const { invoice, id } = await remindedOf()
    return { id, write: () => answerOf(still!, invoice) }
  },
}
type Mixture = keyof typeof prepare

test.each(Object.keys(prepare) as Mixture[])(
  'beside a text that was postponed, %s: neither who has the attempt nor who has the funds deadlocks it',
  async (mixture) => {
    const { businessId } = trader
    const { id, write } = await prepare[mixture]()
    let written: Promise<void> | undefined
    await inTransaction(async (trx) => {
      await sql`select from send_attempts where request_id = ${id} and state = 'retry' for update`.execute(
        trx,
      )
      written = write()
      await expect.poll(waiting).toBe(1)
      await lockFunds(trx, businessId)
    })
    await written
  },
)

test.each(Object.keys(prepare) as Mixture[])(
  'beside a text that was postponed, %s: nor does whoever cancels it at the same moment',
  async (mixture) => {
    const { businessId } = trader
    const { id, write } = await prepare[mixture]()
    let both: Promise<unknown> | undefined
    await inTransaction(async (trx) => {
      await lockFunds(trx, businessId)
      const written = write()
      await expect.poll(waiting).toBe(1)
      const cancelled = inTransaction((other) =>
        cancelRequests(other, businessId, 'opted_out', { requestIds: [id] }),
      )
      both = Promise.all([written, cancelled])
      await expect.poll(waiting).toBe(2)
    })
    await both
  },
)

test('a text that a restore had forgotten is adopted while funds come in for which it waits: they do not deadlock', async () => {
  trader = await createTrader(product, { fundsCents: 5 })
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  const { link_token, state } = await trader.request(invoice)
  expect(state).toBe('waiting_for_funds')
  const found = {
    message_sid: `SM${'7'.repeat(32)}`,
    kind: 'link' as const,
    link_token,
    sent_at: product.now(),
  }
  await product.db.insertInto('found_texts').values(found).execute()
  let adopted: Promise<void> | undefined
  await inTransaction(async (trx) => {
    await lockFunds(trx, trader.businessId)
    adopted = product.work(`adopt:${found.message_sid}`)
    await expect.poll(waiting).toBe(1)
    await releasePaced(trx, trader.businessId, { now: product.now(), perMinute: 20 })
  })
  await adopted
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: found.message_sid })
})

const inTransaction = <Out>(work: (trx: TenantTrx) => Promise<Out>) =>
  asBusiness(product.db, trader.businessId, work)

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(product.db)
  return rows[0]!.count
}
