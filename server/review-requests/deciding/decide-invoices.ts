import { sql, type RawBuilder } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { customersEntered, type Entered } from '../../experiments/experiment-queries.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { DatabaseAway } from '../../platform/postgres/connections/database-away.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { unread } from '../../platform/postgres/connections/one-connection.ts'
import { linkTokenOf } from '../../texts/link-token.ts'
import { customerOf, decideInTurn, dueFor, type Customer, type CustomerDeps } from './decide-in-turn.ts'
import type { DecidingTrx } from './as-decider.ts'
import {
  customerHistories,
  foundTokens,
  invoicesOnRecord,
  type CustomerHistory,
  type DecidingBusiness,
  type KnownOutcome,
  type OnRecord,
} from './decision-queries.ts'
import type { Assignment } from './draw-assignment.ts'
import { wasSettledBefore } from './paid-date-rules.ts'
import { isFixable, REASONS_OF_PAYMENT, type Decision, type SkipReason } from './review-request-rules.ts'
import { wakeSender } from '../life/release-requests.ts'
import { scheduleReviewRequests, type ToSchedule } from '../life/schedule-requests.ts'

export type DecideDeps = CustomerDeps & {
  prices: Record<string, number>
  isLive: boolean
  sqlNow: () => SqlTime
}

export type DecisionMade = {
  invoiceId: string
  outcome: 'scheduled' | 'skipped'
  reason: SkipReason | undefined
}

type Found = { invoice: XeroInvoice; correlationId: string }

/** What is on record about invoices, and about their customers. */
export type Known = OnRecord & {
  customers: (Found & Customer)[]
  histories: Map<string, CustomerHistory>
}

type Options = {
  /** As `findBasis` found it in this transaction, under the lock on decisions. */
  business: DecidingBusiness
  foundBy: 'webhook' | 'sweep'
  askedAt: Date
  now: Date
  wasPaidBeforeGoLive: boolean
  /** Decides again what was skipped for a contact that may have been corrected. */
  reconsiders?: boolean
  /** Of these invoices and perhaps of others, where it was asked for already. */
  onRecord?: Known | undefined
  /** Claims these in this transaction, all or none; where it does not, the sender is woken. */
  claimDecided?: ClaimDecided | undefined
}

export type ClaimDecided = (decided: { texts: ToSchedule[]; askedAt: Date; now: Date }) => boolean

/** Reads what decides beside the invoices themselves. */
export const findOnRecord = async (
  trx: TenantTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  found: Found[],
  now: Date,
): Promise<Known> => {
  const customers = found.map((one) => ({ ...one, ...customerOf(one.invoice, organisation.country, deps) }))
  const [onRecord, histories] = await Promise.all([
    invoicesOnRecord(
      trx,
      organisation,
      found.map(({ invoice }) => invoice.invoiceId),
      now,
    ),
    customerHistories(
      trx,
      { businessId: organisation.businessId, now },
      customers.flatMap(({ phoneHash }) => (phoneHash ? [phoneHash] : [])),
    ),
  ])
  return { ...onRecord, customers, histories }
}

/**
 * Decides each paid invoice that has no outcome yet, or one that rests on a payment that was corrected since; writes
 * the outcome with its reason, and schedules the text. Returns what this call decided; any other is left as it is.
 */
export const decideInvoices = async (
  trx: DecidingTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  paid: Found[],
  options: Options,
): Promise<DecisionMade[]> => {
  if (paid.length === 0) return []
  const { business } = options
  if (!business.mayDecide) throw new DatabaseAway('it is compared with what the vendors know')
  const {
    customers,
    histories,
    outcomes: known,
  } = options.onRecord ?? (await findOnRecord(trx, deps, organisation, paid, options.now))
  const wished = new Set(paid.map(({ invoice }) => invoice.invoiceId))
  const asked = customers.filter(
    ({ invoice: { invoiceId } }) => wished.has(invoiceId) && isOpen(known.get(invoiceId), options),
  )

  const deciding = { ...deps, ...options, settings: business, organisation }
  const made = decideInTurn(asked, histories, {
    ...deciding,
    hasTextOutThere: await findTextsOutThere(trx, deps, organisation, business.hasFound ? asked : []),
    wasPaidBeforeGoLive: ({ invoiceId, paidOn }) =>
      options.wasPaidBeforeGoLive || wasSettledBefore(known.get(invoiceId)?.decidedAt, paidOn, organisation),
    hasOptedOut: ({ invoiceId }) => known.get(invoiceId)?.isOptedOut === true,
  })
  const decided = made
    .filter(({ decision }) => !(options.reconsiders && isPause(decision)))
    .filter(({ found, decision }) => !isTheSame(known.get(found.invoice.invoiceId), decision))
    .map(({ found, decision, rest, assignment }) => ({
      invoiceId: found.invoice.invoiceId,
      outcome: decision.outcome,
      reason: decision.outcome === 'skipped' ? decision.reason : undefined,
      detail: rest ?? detailOf(decision, assignment),
      dueAt: dueFor(found, deciding) ?? options.now,
      assignment,
      found,
    }))
  // Where something is on record about one of them, its request may be there as well.
  const areNews = known.size === 0 && !business.hasFound
  await claimOrSchedule(trx, deps, organisation, decided, { ...options, areNews })
  unread(
    trx,
    ...decisionsWritten(organisation, decided, options),
    ...customersEntered(organisation, decided.flatMap(toEnter), options.now),
  )
  return decided.map(({ invoiceId, outcome, reason }) => ({ invoiceId, outcome, reason }))
}

/** By invoice, whether a text about it went before the database was restored. */
const findTextsOutThere = async (
  trx: TenantTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  asked: Found[],
): Promise<(invoice: XeroInvoice) => boolean> => {
  if (asked.length === 0) return () => false
  const tokens = asked.map(({ invoice }) => tokenOf(deps, organisation, invoice))
  const texted = await foundTokens(trx, tokens)
  return (invoice) => texted.has(tokenOf(deps, organisation, invoice))
}

const tokenOf = (
  { hashPhone }: DecideDeps,
  { tenantId }: SyncedOrganisation,
  { invoiceId }: XeroInvoice,
): string => linkTokenOf(hashPhone, { tenantId, invoiceId })

/** Texts that are all due, about invoices that are all news, are claimed in this transaction where that is possible. */
const claimOrSchedule = async (
  trx: DecidingTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  decided: Decided[],
  options: Options & { areNews: boolean },
): Promise<void> => {
  const wanted = decided.flatMap((made) => toSchedule(deps, organisation, made))
  const areDue = wanted.length > 0 && wanted.every(({ dueAt }) => dueAt <= options.now)
  const isClaimed =
    areDue && options.areNews && options.claimDecided?.({ ...options, texts: wanted }) === true
  if (!isClaimed) await schedule(trx, deps, organisation, { wanted, decided }, options)
}

/** An invoice whose text stays as it is gets no other: what was decided of it becomes `already_texted`. */
const schedule = async (
  trx: DecidingTrx,
  { sqlNow }: DecideDeps,
  organisation: SyncedOrganisation,
  { wanted, decided }: { wanted: ToSchedule[]; decided: Decided[] },
  options: Options & { areNews: boolean },
): Promise<void> => {
  const scheduled = await scheduleReviewRequests(trx, organisation, wanted, {
    ...options,
    writtenAt: sqlNow(),
  })
  for (const made of decided) {
    if (made.outcome === 'scheduled' && !scheduled.has(made.invoiceId))
      Object.assign(made, { outcome: 'skipped', reason: 'already_texted' } satisfies Partial<DecisionMade>)
  }
  if (scheduled.size > 0) wakeSender(trx, organisation.businessId)
}

type Decided = DecisionMade & { dueAt: Date; assignment: Assignment | undefined; found: Found & Customer }

const detailOf = (decision: Decision, assignment: Assignment | undefined): object | undefined =>
  decision.outcome === 'skipped' && assignment ? { experimentId: assignment.experimentId } : undefined

const toEnter = ({ invoiceId, dueAt, reason, assignment }: Decided): Entered[] =>
  assignment && reason !== 'already_texted' ? [{ ...assignment, invoiceId, meantAt: dueAt }] : []

/** Whoever corrects a contact while review requests are off finds it again, and can ask once they are on. */
const isPause = (decision: Decision): boolean =>
  decision.outcome === 'skipped' && decision.reason === 'automation_off'

const isOpen = (known: KnownOutcome | undefined, { reconsiders = false }: Options): boolean =>
  !known ||
  known.isOpenAgain ||
  isOfPayment(known.reason) ||
  (reconsiders && known.reason !== null && isFixable(known.reason))

const isOfPayment = (reason: SkipReason | null): boolean => REASONS_OF_PAYMENT.some((one) => one === reason)

/** The invoice was read again, and nothing about its payment has changed: its decision stays as it is. */
const isTheSame = (known: KnownOutcome | undefined, decision: Decision): boolean =>
  known !== undefined &&
  isOfPayment(known.reason) &&
  decision.outcome === 'skipped' &&
  decision.reason === known.reason

const toSchedule = (
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  { outcome, found, dueAt, assignment }: Decided,
): ToSchedule[] => {
  const { invoice, correlationId, customer, contact, phoneHash } = found
  if (outcome !== 'scheduled' || customer.kind !== 'mobile' || !phoneHash) return []
  const { phone, country } = customer
  const linkToken = tokenOf(deps, organisation, invoice)
  return [{ invoice, correlationId, contact, phone, country, phoneHash, linkToken, dueAt, assignment }]
}

const decisionsWritten = (
  { businessId, tenantId }: SyncedOrganisation,
  decided: (DecisionMade & { detail: object | undefined; found: Found })[],
  { foundBy, now, reconsiders = false }: Options,
): RawBuilder<unknown>[] => {
  if (decided.length === 0) return []
  const rows = decided.map(({ invoiceId, outcome, reason, detail, found }) => ({
    invoice_id: invoiceId,
    outcome,
    reason,
    detail: detail ?? {},
    contact_id: reason && isFixable(reason) ? found.invoice.contactId : undefined,
  }))
  const statement = sql`
    insert into decisions (
      business_id, tenant_id, invoice_id, outcome, reason, detail, contact_id, found_by, decided_at)
    select ${businessId}, ${tenantId}, invoice_id, outcome, reason, detail, contact_id, ${foundBy}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (
      invoice_id uuid, outcome text, reason text, detail jsonb, contact_id uuid)
    on conflict (business_id, tenant_id, invoice_id) do update
    set outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
        contact_id = excluded.contact_id,
        -- Decided again, an invoice stays on its day; paid again, it comes under the new one.
        decided_at = case when ${reconsiders} then decisions.decided_at else excluded.decided_at end`
  return [statement]
}
