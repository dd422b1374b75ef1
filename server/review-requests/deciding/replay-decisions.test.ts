import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import {
  hashPhone,
  madeUpBusiness,
  momentsOf,
  writeBooks,
  type MadeUpBusiness,
  type WrittenBook,
} from '../../../test/support/made-up-books.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { seedBusiness } from '../../flows/accounts/seed-business.ts'
import { recordInvoices } from '../../flows/paid-invoices/record-invoices.ts'
import { findOrganisation } from '../../organisations/organisation-queries.ts'
import { DAY_MS, MINUTE_MS, startOfDay } from '../../platform/dates.ts'
import { createSealer } from '../../platform/seal.ts'
import { findDecidingBusiness } from './decision-queries.ts'
import { NO_RULES } from './review-rules.ts'
import { replayDecisions } from './replay-decisions.ts'
import { customersBefore, momentsOfDecisions } from './replay-queries.ts'

const database = useDatabase()
const sealer = createSealer(['07'.repeat(32)])
const now = () => new Date()
const deps = { hashPhone, prices: { AU: 9, NZ: 12 }, isLive: false, sqlNow: now }

const BUSINESSES = 20
const BOOKS_EACH = 50
const ZONE = 'Australia/Sydney'
/** The clocks change in Sydney on 4 October. */
const FROM = startOfDay('2026-09-15', ZONE)

const PATIENCE = { timeout: 60_000 }

test(
  'a thousand made-up books are replayed as they were decided live, invoice by invoice',
  PATIENCE,
  async () => {
    const seed = Date.now() % 2 ** 31
    const drawn = fc.sample(madeUpBusiness(BOOKS_EACH), { numRuns: BUSINESSES, seed })
    drawn[0]!.settings.automation_enabled = false
    const seen = new Set<string>()
    for (const [number, business] of drawn.entries()) {
      const played = await playBoth(business, number + 1)
      for (const [at, { live, replayed }] of played.entries()) {
        const book = JSON.stringify({ ...business, books: business.books[at] })
        expect(replayed, `seed ${seed}: business ${number}, book ${at}: ${book}`).toEqual(live)
        for (const word of Object.values(live)) seen.add(word)
      }
    }
    // Nothing is proved of a reason that no book met.
    expect([...seen].toSorted()).toEqual([
      'automation_off',
      'below_smallest_amount',
      'bill',
      'cooldown',
      'country_not_served',
      'credit_note',
      'deposit_invoice',
      'excluded_contact',
      'excluded_invoice_word',
      'excluded_word',
      'landline',
      'no_mobile',
      'nothing_to_pay',
      'opted_out',
      'paid_before_go_live',
      'paid_in_future',
      'paid_too_long_ago',
      'scheduled',
    ])
  },
)

test('the cooldown counts from when a text went, which a delay puts off', () => {
  const drawn = fc.sample(madeUpBusiness(1), { numRuns: 1, seed: 1 })[0]!
  const kind = {
    enteredAfterDays: 0 as const,
    kind: 'paid' as const,
    fails: false,
    customer: 0,
    reference: undefined,
    total: 100 as const,
  }
  const customer = {
    phone: 'mobile' as const,
    name: 'Sam Green' as const,
    textedDaysBefore: undefined,
    optsOutAt: undefined,
  }
  const days = (...at: number[]) => {
    const moments = at.map((day) => (day * DAY_MS) / MINUTE_MS)
    const payments = at.map((_, moment) => ({ ...kind, moment }))
    const [book] = writeBooks({ ...drawn, moments, books: [{ customers: [customer], payments }] }, FROM, ZONE)
    return replayDecisions(
      deps,
      book!.payments.map(({ invoice }) => ({ invoice, organisation: ORGANISATION })),
      { ...ANY_HOUR, cooldownDays: 5, delayMinutes: (3 * DAY_MS) / MINUTE_MS },
    ).map((one) => (one.outcome === 'skipped' ? one.reason : one.outcome))
  }
  expect(days(0, 2, 7)).toEqual(['scheduled', 'cooldown', 'cooldown'])
  expect(days(0, 8)).toEqual(['scheduled', 'scheduled'])
})

const ORGANISATION = {
  tenantId: 'any',
  country: 'AU',
  timeZone: ZONE,
  isDemo: false,
  liveSince: FROM,
  currency: null,
}
const ANY_HOUR = {
  automationEnabled: true,
  isDeactivated: false,
  sendingFrom: null,
  sendingUntil: null,
  keepsDecentHours: false,
  askFirstAt: null,
  rules: NO_RULES,
}

type Outcomes = Record<string, string>

/** Each book's outcomes by its invoices: as the live decision wrote them, and as the replay has them. */
const playBoth = async (
  drawn: MadeUpBusiness,
  number: number,
): Promise<{ live: Outcomes; replayed: Outcomes }[]> => {
  const { db } = database
  const seeded = await seedBusiness(
    { db, sealer },
    { number, currency: 'AUD', fundsCents: 0, timeZone: ZONE },
  )
  const { businessId, tenantId } = seeded
  const [sending_from, sending_until] = drawn.hours
  await db
    .updateTable('businesses')
    .set({ ...drawn.settings, sending_from, sending_until })
    .where('id', '=', businessId)
    .execute()
  await db.updateTable('organisations').set({ live_since: FROM }).where('tenant_id', '=', tenantId).execute()
  const organisation = (await findOrganisation(db, tenantId))!
  const books = writeBooks(drawn, FROM, ZONE)
  return asBusiness(db, businessId, async (trx) => {
    if (drawn.excludesFirst) await excludeFirst(trx, seeded, books)
    await textBefore(trx, seeded, books)
    const live = new Map<string, string>()
    for (const [at, moment] of momentsOf(drawn, FROM).entries()) {
      await optOutAt(trx, businessId, books, { at, moment })
      await sendAllDue(trx, books, moment)
      const found = books
        .flatMap(({ payments }) => payments.filter((one) => one.moment === at))
        .map(({ invoice }) => ({ invoice, correlationId: 'test' }))
      const options = { foundBy: 'webhook' as const, askedAt: moment, now: moment }
      const made = await recordInvoices(trx, deps, organisation, found, options)
      for (const { invoiceId, outcome, reason } of made) live.set(invoiceId, reason ?? outcome)
    }
    const settings = await findDecidingBusiness(trx, businessId)
    const phoneHashes = books.flatMap(({ customers }) =>
      customers.flatMap(({ phoneHash }) => phoneHash ?? []),
    )
    const known = await customersBefore(trx, businessId, { phoneHashes, before: FROM })
    const ids = [...live.keys()]
    const moments = await momentsOfDecisions(trx, seeded, ids)
    return books.map(({ payments }) => {
      const paid = payments.map(({ invoice }) => {
        const failedAt = moments.get(invoice.invoiceId)?.failedAt
        return { invoice, organisation, failedAt }
      })
      const replayed = replayDecisions(deps, paid, settings, known)
      return {
        live: Object.fromEntries(paid.map(({ invoice: { invoiceId } }) => [invoiceId, live.get(invoiceId)!])),
        replayed: Object.fromEntries(
          replayed.map((one) => [
            one.invoice.invoiceId,
            one.outcome === 'skipped' ? one.reason : one.outcome,
          ]),
        ),
      }
    })
  })
}

type Where = { businessId: string; tenantId: string }

const excludeFirst = async (trx: TenantTrx, { businessId, tenantId }: Where, books: WrittenBook[]) => {
  const rows = books.map(({ customers: [first] }) => ({
    business_id: businessId,
    tenant_id: tenantId,
    contact_id: first!.contact.contactId,
  }))
  await trx.insertInto('excluded_contacts').values(rows).execute()
}

/** Customers who had a text before the first of these days. */
const textBefore = async (trx: TenantTrx, { businessId, tenantId }: Where, books: WrittenBook[]) => {
  const rows = books
    .flatMap(({ customers }) => customers)
    .flatMap(({ contact, phoneHash, textedDaysBefore: days }) =>
      phoneHash && days !== undefined
        ? [
            {
              id: contact.contactId,
              hash: `\\x${phoneHash.toString('hex')}`,
              at: FROM.getTime() - days * DAY_MS,
            },
          ]
        : [],
    )
    .map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
  const texted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, hash bytea, at timestamptz)`
  await sql`
    insert into invoices (business_id, tenant_id, invoice_id, type, status, total, amount_due, amount_paid,
                          amount_credited, updated_at, found_by)
    select ${businessId}, ${tenantId}, id, 'ACCREC', 'PAID', 1, 0, 1, 0, at, 'webhook' from ${texted}`.execute(
    trx,
  )
  await sql`
    insert into review_requests (business_id, tenant_id, invoice_id, state, phone_hash, phone_country, link_token,
                                 correlation_id, scheduled_at, due_at, meant_at, checked_at, sent_at)
    select ${businessId}, ${tenantId}, id, 'delivered', hash, 'AU', id::text, 'test', at, at, at, at, at
    from ${texted}`.execute(trx)
}

const optOutAt = async (
  trx: TenantTrx,
  businessId: string,
  books: WrittenBook[],
  { at, moment }: { at: number; moment: Date },
) => {
  const rows = books
    .flatMap(({ customers }) => customers)
    .flatMap(({ phoneHash, optsOutAt }) =>
      phoneHash && optsOutAt === at
        ? [{ business_id: businessId, phone_hash: phoneHash, source: 'stop' as const, opted_out_at: moment }]
        : [],
    )
  const insert = trx.insertInto('opt_outs').values(rows)
  if (rows.length > 0) await insert.onConflict((conflict) => conflict.doNothing()).execute()
}

/** What was due has gone by now, at its time. Some fail half a minute later; moments are whole minutes. */
const sendAllDue = async (trx: TenantTrx, books: WrittenBook[], moment: Date) => {
  const failing = books
    .flatMap(({ payments }) => payments.filter(({ fails }) => fails))
    .map(({ invoice }) => invoice.invoiceId)
  await sql`
    update review_requests set state = 'sent', sent_at = due_at
    where state = 'scheduled' and due_at <= ${moment}`.execute(trx)
  await sql`
    update review_requests set state = 'failed', failed_at = sent_at + interval '30 seconds'
    where state = 'sent' and sent_at < ${moment} and invoice_id = any(${failing}::uuid[])`.execute(trx)
}
