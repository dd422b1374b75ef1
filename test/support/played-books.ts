import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, TenantTrx } from '../../server/database/database.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { recordInvoices } from '../../server/flows/paid-invoices/record-invoices.ts'
import { findOrganisation } from '../../server/organisations/organisation-queries.ts'
import { asDecider, findBasis } from '../../server/review-requests/deciding/as-decider.ts'
import { DAY_MS, startOfDay } from '../../server/platform/dates.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { replayDecisions, type Replayed } from '../../server/review-requests/replaying/replay-decisions.ts'
import {
  customersBefore,
  findReplaySettings,
  momentsOfDecisions,
} from '../../server/review-requests/replaying/replay-queries.ts'
import { PENDING_DAYS } from '../../server/review-requests/sending/claim-rules.ts'
import { claimDue, findDue } from '../../server/review-requests/sending/claim-review-requests.ts'
import type { Pace } from '../../server/review-requests/sending/pace/pace-rules.ts'
import { hashPhone, momentsOf, writeBooks, type MadeUpBusiness, type WrittenBook } from './made-up-books.ts'

const sealer = createSealer(['07'.repeat(32)])
export const REPLAY_DEPS = {
  hashPhone,
  prices: { AU: 9, NZ: 12 },
  isLive: false,
  isTwoWay: true,
  publicUrl: 'https://goodword.example',
  sqlNow: () => new Date(),
}

export const ZONE = 'Australia/Sydney'
/** The clocks change in Sydney on 4 October. */
export const FROM = startOfDay('2026-09-15', ZONE)

type Outcomes = Record<string, string>

/**
 * Each book's outcomes by its invoices: as the live decision wrote them, and as the replay has them; and by the
 * invoices of all books when their texts went, or why they did not. At a pace they go by the claim.
 */
export const playBoth = async (
  db: Db,
  drawn: MadeUpBusiness,
  number: number,
  pace: Pace | null = null,
): Promise<Played> => {
  const seeded = await seedBusiness(
    { db, sealer },
    { number, currency: 'AUD', fundsCents: 100_000, timeZone: ZONE },
  )
  const { businessId, tenantId } = seeded
  const [sending_from, sending_until] = drawn.hours
  await db
    .updateTable('businesses')
    .set({
      ...drawn.settings,
      sending_from,
      sending_until,
      pace_per_hour: pace?.perHour ?? null,
      pace_per_day: pace?.perDay ?? null,
    })
    .where('id', '=', businessId)
    .execute()
  await db.updateTable('organisations').set({ live_since: FROM }).where('tenant_id', '=', tenantId).execute()
  const organisation = (await findOrganisation(db, tenantId))!
  const books = writeBooks(drawn, FROM, ZONE)
  return asDecider(db, organisation, async (trx) => {
    if (drawn.compares) await compare(trx, businessId, drawn.compares)
    if (drawn.excludesFirst) await excludeFirst(trx, seeded, books)
    await textBefore(trx, seeded, books)
    const live = new Map<string, string>()
    for (const [at, moment] of momentsOf(drawn, FROM).entries()) {
      if (pace) await claimAllDue(trx, seeded, books, moment)
      await optOutAt(trx, businessId, books, { at, moment })
      if (!pace) await sendAllDue(trx, books, moment)
      const found = books
        .flatMap(({ payments }) => payments.filter((one) => one.moment === at))
        .map(({ invoice }) => ({ invoice, correlationId: 'test' }))
      const basis = await findBasis(trx, organisation)
      const options = { basis, foundBy: 'webhook' as const, askedAt: moment, now: moment }
      const made = await recordInvoices(trx, REPLAY_DEPS, organisation, found, options)
      for (const { invoiceId, outcome, reason } of made) live.set(invoiceId, reason ?? outcome)
    }
    const settings = await findReplaySettings(trx, businessId)
    const phoneHashes = books.flatMap(({ customers }) =>
      customers.flatMap(({ phoneHash }) => phoneHash ?? []),
    )
    const known = await customersBefore(trx, businessId, { phoneHashes, before: FROM })
    const ids = [...live.keys()]
    if (pace) await claimAllDue(trx, seeded, books, END)
    const moments = await momentsOfDecisions(trx, seeded, ids)
    const played = (some: WrittenBook[]) =>
      replayDecisions(
        REPLAY_DEPS,
        some.flatMap(({ payments }) =>
          payments.map(({ invoice }) => {
            const failedAt = moments.get(invoice.invoiceId)?.failedAt
            return { invoice, organisation, failedAt }
          }),
        ),
        settings,
        known,
      )
    const all = await played(books)
    const of = pace ? Map.groupBy(all, ({ invoice }) => bookOf(books, invoice)) : undefined
    const outcomes: Played['outcomes'] = []
    for (const book of books) {
      const ids = book.payments.map(({ invoice }) => invoice.invoiceId)
      const replayed = outcomesOf(of ? (of.get(book) ?? []) : await played([book]))
      outcomes.push({ live: Object.fromEntries(ids.map((id) => [id, live.get(id)!])), replayed })
    }
    return {
      outcomes,
      went: pace ? await whenTextsWent(trx, businessId) : {},
      replayed: textsOf(all),
    }
  })
}

type Played = {
  outcomes: { live: Outcomes; replayed: Outcomes }[]
  went: Outcomes
  replayed: { texts: Outcomes; inTurn: number; tooLate: number; optedOut: number }
}

const END = new Date('2027-06-01T00:00:00Z')

const bookOf = (books: WrittenBook[], invoice: object): WrittenBook =>
  books.find(({ payments }) => payments.some((one) => one.invoice === invoice))!

const outcomesOf = (replayed: Replayed[]): Outcomes =>
  Object.fromEntries(
    replayed.map((one) => [one.invoice.invoiceId, one.outcome === 'skipped' ? one.reason : one.outcome]),
  )

const textsOf = (replayed: Replayed[]): Played['replayed'] => {
  const texts = replayed.flatMap((one) => (one.outcome === 'scheduled' ? [one] : []))
  const went = texts.map((one) => [one.invoice.invoiceId, one.ended ?? one.dueAt.toISOString()])
  return {
    texts: Object.fromEntries(went),
    inTurn: texts.filter(({ inTurn }) => inTurn).length,
    tooLate: texts.filter(({ ended }) => ended === 'too_late').length,
    optedOut: texts.filter(({ ended }) => ended === 'opted_out').length,
  }
}

const whenTextsWent = async (trx: TenantTrx, businessId: string): Promise<Outcomes> => {
  const { rows } = await sql<{ id: string; at: Date | null; reason: string | null }>`
    select invoice_id as id, sent_at as at, state_reason as reason
    from review_requests where business_id = ${businessId} and scheduled_at >= ${FROM}`.execute(trx)
  return Object.fromEntries(rows.map(({ id, at, reason }) => [id, at?.toISOString() ?? reason ?? '']))
}

const compare = async (
  trx: TenantTrx,
  businessId: string,
  { fromDay, untilDay, ...compared }: NonNullable<MadeUpBusiness['compares']>,
) => {
  const day = (days: number) => new Date(FROM.getTime() + days * DAY_MS)
  const registered = { seed: randomBytes(16), registered_at: day(fromDay), ends_at: day(untilDay) }
  await trx
    .insertInto('experiments')
    .values({ business_id: businessId, ...registered, ...compared })
    .execute()
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

/** What was due has gone by now, at its time. */
const sendAllDue = async (trx: TenantTrx, books: WrittenBook[], moment: Date) => {
  await sql`
    update review_requests set state = 'sent', sent_at = due_at
    where state = 'scheduled' and due_at <= ${moment}`.execute(trx)
  await failThoseThatFail(trx, books, moment)
}

/** Half a minute after they went; moments are whole minutes. */
const failThoseThatFail = async (trx: TenantTrx, books: WrittenBook[], moment: Date) => {
  const failing = books
    .flatMap(({ payments }) => payments.filter(({ fails }) => fails))
    .map(({ invoice }) => invoice.invoiceId)
  await sql`
    update review_requests set state = 'failed', failed_at = sent_at + interval '30 seconds'
    where state = 'sent' and sent_at < ${moment} and invoice_id = any(${failing}::uuid[])`.execute(trx)
}

/** As the job `expire-waiting` does every hour. */
const dropLate = async (trx: TenantTrx, businessId: string, now: Date) => {
  await sql`
    update review_requests set state = 'expired', state_reason = 'too_late'
    where business_id = ${businessId} and state = 'scheduled'
      and meant_at < ${new Date(now.getTime() - PENDING_DAYS * DAY_MS)}`.execute(trx)
}

/** Whatever is due before then is claimed at its time, one moment after the other. */
const claimAllDue = async (trx: TenantTrx, { businessId }: Where, books: WrittenBook[], until: Date) => {
  for (;;) {
    const { rows } = await sql<{ now: Date | null }>`
      select min(due_at) as now from review_requests
      where business_id = ${businessId} and state = 'scheduled' and due_at < ${until}`.execute(trx)
    const now = rows[0]?.now
    await dropLate(trx, businessId, now ?? until)
    if (!now) break
    await sql`update review_requests set checked_at = ${now} where business_id = ${businessId}`.execute(trx)
    const { business, ...due } = await findDue(trx, businessId, { now, most: 500 })
    const { writes } = await claimDue(trx, REPLAY_DEPS, business!, due, now)
    for (const write of writes) await write.execute(trx)
    await sql`
      update review_requests set state = 'sent', sent_at = due_at
      where business_id = ${businessId} and state = 'sending'`.execute(trx)
  }
  await failThoseThatFail(trx, books, until)
}
