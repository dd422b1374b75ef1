import { sql } from 'kysely'
import { startOf } from '../../database/moves.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import type { SyncedOrganisation } from '../../organisations/organisation-queries.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { PENDING, WAITING } from '../life/text-life.ts'
import { customerOf, type Customer } from './decide-in-turn.ts'
import type { DecideDeps } from './decide-invoices.ts'
import {
  customerHistories,
  type CustomerHistory,
  type DecidingBusiness,
  type DecidingTrx,
} from './decision-queries.ts'
import { isCooling, isFixable, type SkipReason } from './review-request-rules.ts'

/** A text `r` that goes by itself when it is due. */
export const GOES_BY_ITSELF = sql`r.state in (${startOf({ from: [...PENDING] })})`

type Waiting = { id: string; invoiceId: string; hash: string }
type Renewed = Waiting & Customer & { invoice: XeroInvoice; isMoved: boolean }

/**
 * Contacts were corrected in Xero: texts that wait go to the number and the name of now, or end where nobody would be
 * asked at that number. The answer must have been asked for since: an older one would bring back what was corrected.
 * Returns the invoices whose text ended.
 */
export const renewCustomers = async (
  trx: DecidingTrx,
  deps: DecideDeps,
  organisation: SyncedOrganisation,
  invoices: XeroInvoice[],
  { business, now }: { business: DecidingBusiness; now: Date },
): Promise<Set<string>> => {
  const { businessId, country } = organisation
  const read = new Map(invoices.flatMap((one) => (one.contact ? [[one.invoiceId, one] as const] : [])))
  const waiting = read.size === 0 ? [] : await lockWaiting(trx, organisation, [...read.keys()])
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
    const reason = reasonAgainst(one, histories, { deps, business, now })
    if (reason) {
      await endFor(trx, organisation, one, reason)
      ended.add(one.invoiceId)
    } else await writeCustomer(trx, businessId, one)
  }
  return ended
}

const lockWaiting = async (
  trx: DecidingTrx,
  { businessId, tenantId }: SyncedOrganisation,
  invoiceIds: string[],
): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select id, invoice_id as "invoiceId", encode(phone_hash, 'hex') as hash
    from review_requests
    where business_id = ${businessId} and tenant_id = ${tenantId} and invoice_id = any(${invoiceIds}::uuid[])
      and state in (${startOf({ from: [...WAITING] })})
    order by id
    for update`.execute(trx)
  return rows
}

/** Of a number that is another one by now, also what is known about whoever has it, and of STOP at the old one. */
const reasonAgainst = (
  { customer, phoneHash, hash, isMoved }: Renewed,
  histories: Map<string, CustomerHistory>,
  { deps, business, now }: { deps: DecideDeps; business: DecidingBusiness; now: Date },
): SkipReason | undefined => {
  if (isMoved && histories.get(hash)?.isOptedOut) return 'opted_out'
  if (customer.kind === 'none') return 'no_mobile'
  if (customer.kind === 'landline') return 'landline'
  if (!Object.hasOwn(deps.prices, customer.country)) return 'country_not_served'
  const history = histories.get(phoneHash!.toString('hex'))
  if (!isMoved || !history) return undefined
  if (history.isOptedOut) return 'opted_out'
  if (isCooling({ ...history, ...business, now })) return 'cooldown'
  // The next of these texts that goes to this number has this one before it.
  history.lastTextedAt = now
  return undefined
}

/** Where the next correction can turn it, its invoice is skipped, so that it is decided anew then. */
const endFor = async (
  trx: DecidingTrx,
  { businessId, tenantId }: SyncedOrganisation,
  { id, invoiceId, invoice }: Renewed,
  reason: SkipReason,
): Promise<void> => {
  await cancelRequests(trx, businessId, reason, { requestIds: [id] })
  if (!isFixable(reason)) return
  await sql`
    update decisions
    set outcome = 'skipped', reason = ${reason}, detail = '{}', contact_id = ${invoice.contactId ?? null}
    where business_id = ${businessId} and tenant_id = ${tenantId} and invoice_id = ${invoiceId}`.execute(trx)
}

const writeCustomer = async (
  trx: DecidingTrx,
  businessId: string,
  { id, customer, contact, phoneHash, invoice }: Renewed,
): Promise<void> => {
  if (customer.kind !== 'mobile') return
  await sql`
    update review_requests r
    set customer_name = ${contact?.name ?? invoice.contactName ?? null}, first_name = ${contact?.firstName ?? null},
        customer_email = ${contact?.email ?? null}, customer_phone = ${customer.phone},
        phone_hash = ${phoneHash}, phone_country = ${customer.country}
    where r.business_id = ${businessId} and r.id = ${id}`.execute(trx)
}
