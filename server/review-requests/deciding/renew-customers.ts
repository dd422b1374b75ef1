import { sql } from 'kysely'
import { textsAbout } from '../../database/invoice-of-text.ts'
import { startOf } from '../../database/moves.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { failAttempts } from '../life/fail-attempts.ts'
import { WAITING } from '../life/text-life.ts'
import { lockFunds } from '../sending/claim-queries.ts'
import { customerOf, restOf, type Customer, type CustomerDeps } from './decide-in-turn.ts'
import type { DecideDeps } from './decide-invoices.ts'
import type { DecidingTrx } from './as-decider.ts'
import { endDecided } from './end-decided.ts'
import { customerHistories, type CustomerHistory, type DecidingBusiness } from './decision-queries.ts'
import { freeFromCorrected } from './free-rested.ts'
import { isCooling, type SkipReason } from './review-request-rules.ts'

type Waiting = {
  id: string
  invoiceId: string
  hash: string
  dueAt: Date
  name: string | null
  firstName: string | null
  email: string | null
}
type Renewed = Waiting & Customer & { invoice: XeroInvoice; isMoved: boolean }

/**
 * Contacts may have been corrected in Xero: texts that wait go to the number and the name of now, or end where nobody
 * would be asked at that number. What Xero said at `askedAt` changes no text that was looked up after that: it would
 * bring back the old number. Returns the invoices whose text ended.
 */
export const renewCustomers = async (
  trx: DecidingTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  invoices: XeroInvoice[],
  { business, askedAt, now }: { business: DecidingBusiness; askedAt?: Date; now: Date },
): Promise<Set<string>> => {
  const { businessId, country } = organisation
  const read = new Map(invoices.flatMap((one) => (one.contact ? [[one.invoiceId, one] as const] : [])))
  const waiting = read.size === 0 ? [] : await lockWaiting(trx, organisation, [...read.keys()], askedAt)
  const renewed = waiting.map((one) => {
    const invoice = read.get(one.invoiceId)!
    const of = customerOf(invoice, country, deps)
    return { ...one, invoice, ...of, isMoved: of.phoneHash?.toString('hex') !== one.hash }
  })
  const numbers = renewed
    .filter(({ isMoved }) => isMoved)
    .flatMap(({ hash, phoneHash }) => [Buffer.from(hash, 'hex'), ...(phoneHash ? [phoneHash] : [])])
  const histories = await customerHistories(trx, { businessId, now }, numbers)
  const ended = new Set<string>()
  for (const one of renewed) {
    const history = one.isMoved && one.phoneHash ? histories.get(one.phoneHash.toString('hex')) : undefined
    const isOptedOut = one.isMoved && hasLeft(histories, one)
    const reason = reasonAgainst(one, { history, isOptedOut }, { deps, business, now })
    if (reason) {
      const rest = reason === 'cooldown' && history ? restOf(history, business) : {}
      await endDecided(trx, organisation, one, { reason, rest, contactId: one.invoice.contactId })
      ended.add(one.invoiceId)
    } else {
      await writeCustomer(trx, businessId, one)
      // The next of these texts that goes to this number has this one before it.
      const plannedOf = { tenantId: organisation.tenantId, invoiceId: one.invoiceId }
      if (history) Object.assign(history, { lastTextedAt: now, plannedFor: one.dueAt, plannedOf })
    }
  }
  // Nobody is freed by a STOP at the old number: her other invoices would be decided by the new one.
  const gone = renewed.filter((one) => (one.isMoved || ended.has(one.invoiceId)) && !hasLeft(histories, one))
  const invoiceIds = gone.map(({ invoiceId }) => invoiceId)
  await freeFromCorrected(trx, organisation, invoiceIds, now)
  return ended
}

/** Whoever had the number that the text was meant for opted out. */
const hasLeft = (histories: Map<string, CustomerHistory>, { hash }: Waiting): boolean =>
  histories.get(hash)?.isOptedOut === true

/**
 * The gateway showed no text of an earlier try. Should it have come after all, its link and the answers to it are of
 * the number that it went to, and so the text stays with that.
 */
const MAY_HAVE_COME = sql`exists (
  select from send_attempts e where e.business_id = r.business_id and e.request_id = r.id and e.state = 'absent')`

const lockWaiting = async (
  trx: DecidingTrx,
  { businessId, tenantId }: SyncedOrganisation,
  invoiceIds: string[],
  askedAt: Date | undefined,
): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select r.id, r.invoice_id as "invoiceId", encode(r.phone_hash, 'hex') as hash, r.due_at as "dueAt",
           r.customer_name as name, r.first_name as "firstName", r.customer_email as email
    from review_requests r
    where r.business_id = ${businessId} and r.tenant_id = ${tenantId} and r.invoice_id = any(${invoiceIds}::uuid[])
      and r.state in (${startOf({ from: [...WAITING] })}) and not ${MAY_HAVE_COME}
      and (${askedAt ?? null}::timestamptz is null or r.checked_at <= ${askedAt ?? null}::timestamptz)
    order by r.id
    for update of r`.execute(trx)
  return rows
}

/** `history` is of a number that is another one by now; opted out may be whoever has that, or had the old one. */
const reasonAgainst = (
  { customer }: Renewed,
  { history, isOptedOut }: { history: CustomerHistory | undefined; isOptedOut: boolean },
  { deps, business, now }: { deps: DecideDeps; business: DecidingBusiness; now: Date },
): SkipReason | undefined => {
  if (isOptedOut) return 'opted_out'
  if (customer.kind === 'none') return 'no_mobile'
  if (customer.kind === 'landline') return 'landline'
  if (!Object.hasOwn(deps.prices, customer.country)) return 'country_not_served'
  if (!history) return undefined
  if (history.isOptedOut) return 'opted_out'
  return isCooling({ ...history, ...business, now }) ? 'cooldown' : undefined
}

/** Nothing where all is as it was, as of most that are looked up before they go. */
const writeCustomer = async (
  trx: DecidingTrx,
  businessId: string,
  { id, customer, contact, phoneHash, invoice, isMoved, ...was }: Renewed,
): Promise<void> => {
  if (customer.kind !== 'mobile') return
  const name = contact?.name ?? invoice.contactName ?? null
  const [firstName, email] = [contact?.firstName ?? null, contact?.email ?? null]
  if (!isMoved && name === was.name && firstName === was.firstName && email === was.email) return
  // Of whoever has the old number nothing is kept: who asks to be erased is found by the number of a text alone.
  if (isMoved)
    await sql`
      update send_attempts set phone = null where business_id = ${businessId} and request_id = ${id}`.execute(
      trx,
    )
  await sql`
    update review_requests r
    set customer_name = ${name}, first_name = ${firstName}, customer_email = ${email}, customer_phone = ${customer.phone},
        phone_hash = ${phoneHash}, phone_country = ${customer.country}
    where r.business_id = ${businessId} and r.id = ${id}`.execute(trx)
}

/**
 * Texts that the gateway postponed, and whose contact has another number by now or none, are not tried again: their
 * price is released, and they wait as before their claim. To be called before any text of these invoices, or of the
 * `others`, is changed: attempts are locked before the funds, and these before texts. A claim waits for no attempt.
 */
export const takeBackPostponed = async (
  trx: DecidingTrx,
  deps: CustomerDeps,
  { businessId, tenantId, country }: SyncedOrganisation,
  invoices: XeroInvoice[],
  others: string[] = [],
): Promise<void> => {
  const invoiceIds = [...invoices.map((one) => one.invoiceId), ...others]
  if (invoiceIds.length === 0) return
  const { rows } = await sql<{ attemptId: string; invoiceId: string; hash: string; mayMove: boolean }>`
    select a.id as "attemptId", r.invoice_id as "invoiceId", encode(r.phone_hash, 'hex') as hash,
           r.state = 'sending' and not ${MAY_HAVE_COME} as "mayMove"
    from review_requests r
    join send_attempts a on a.business_id = r.business_id and a.request_id = r.id
    where r.business_id = ${businessId} and r.id in (${textsAbout(businessId, { tenantId, invoiceIds })})
      and a.state = 'retry'
    order by a.id
    for update of a`.execute(trx)
  if (rows.length === 0) return
  await lockFunds(trx, businessId)
  const known = invoices.filter(({ contact }) => contact !== undefined)
  const numbers = new Map(
    known.map((one) => [one.invoiceId, customerOf(one, country, deps).phoneHash?.toString('hex')]),
  )
  const moved = rows.filter(
    ({ invoiceId, hash, mayMove }) => mayMove && numbers.has(invoiceId) && numbers.get(invoiceId) !== hash,
  )
  await failAttempts(
    trx,
    businessId,
    moved.map(({ attemptId }) => ({ attemptId, code: 'contact_corrected', move: 'takeBack' })),
  )
}
