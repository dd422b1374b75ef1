import type { XeroContact, XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { mobileFrom } from '../../texts/phones/phone-rules.ts'
import type { CustomerHistory, DecidingBusiness, PlannedOf } from './decision-queries.ts'
import { drawAssignment, type Assignment } from './draw-assignment.ts'
import { decideInvoice, type Decision, type DecisionContext } from './review-request-rules.ts'
import { dueAtFirst } from './recipient-hours-rules.ts'

/** What a business has set and may try: all that decides beside the invoice and its customer. */
export type DecidingSettings = Omit<DecidingBusiness, 'mayDecide' | 'hasFound'>

/** What decides of an organisation in Xero. */
export type DecidingOrganisation = {
  tenantId: string
  country: string
  timeZone: string
  isDemo: boolean
  liveSince: Date | null
  /** Of its books, where that is known. */
  currency: string | null
}

export type CustomerDeps = {
  /** A keyed hash, of a phone or of anything else that must be recognised again without being kept. */
  hashPhone: (words: string) => Buffer
}

export type Customer = {
  customer: DecisionContext['customer']
  phoneHash: Buffer | undefined
  contact: XeroContact | undefined
}

export const customerOf = (
  { contact }: XeroInvoice,
  country: string,
  { hashPhone }: CustomerDeps,
): Customer => {
  const customer = contact ? mobileFrom(contact.phones, country) : ({ kind: 'none' } as const)
  return { customer, contact, phoneHash: customer.kind === 'mobile' ? hashPhone(customer.phone) : undefined }
}

type Options = {
  settings: DecidingSettings
  organisation: DecidingOrganisation
  prices: Record<string, number>
  isLive: boolean
  now: Date
  wasPaidBeforeGoLive: (invoice: XeroInvoice) => boolean
  /** A text about it went before the database was restored. */
  hasTextOutThere?: (invoice: XeroInvoice) => boolean
  /** At the number that its text was meant for before. */
  hasOptedOut?: (invoice: XeroInvoice) => boolean
}

/** What the cooldown is counted from, and for how long: a text that was sent, or one that is planned. */
type Rest = { cooldownDays: number } & (
  | { plannedFor: Date; plannedOf: PlannedOf | undefined }
  | { lastTextedAt: Date | undefined }
)

/**
 * Decides invoices one after the other, all at `now`: the text that one gets counts for the next one of that customer,
 * and is written into `histories`, by hex of the phone's hash. Those that are not paid are left out.
 */
export const decideInTurn = <Found extends { invoice: XeroInvoice } & Customer>(
  asked: Found[],
  histories: Map<string, CustomerHistory>,
  options: Options,
): Made<Found>[] =>
  asked.flatMap((found) => {
    const history = found.phoneHash && histories.get(found.phoneHash.toString('hex'))
    // Whatever is to be said against a text by now, it went: its request takes it over.
    const isOutThere = found.phoneHash !== undefined && options.hasTextOutThere?.(found.invoice) === true
    const drawn = isOutThere ? undefined : drawAssignment(options.settings, found.phoneHash, options.now)
    const decision: Decision | undefined = isOutThere
      ? { outcome: 'scheduled' }
      : decideInvoice(found.invoice, contextOf(found, history, drawn, options))
    if (!decision) return []
    if (decision.outcome === 'scheduled' && history) {
      history.lastTextedAt = options.now
      history.plannedFor = dueFor(found, options)
      history.plannedOf = { tenantId: options.organisation.tenantId, invoiceId: found.invoice.invoiceId }
    }
    const isCooling = decision.outcome === 'skipped' && decision.reason === 'cooldown'
    const rest = isCooling && history ? restOf(history, options.settings) : undefined
    return [{ found, decision, rest, assignment: wouldBeAsked(decision) ? drawn : undefined }]
  })

type Made<Found> = {
  found: Found
  decision: Decision
  rest: Rest | undefined
  /** Where nothing else is against a text: of anybody else an experiment knows nothing. */
  assignment: Assignment | undefined
}

const wouldBeAsked = (decision: Decision): boolean =>
  decision.outcome === 'scheduled' || decision.reason === 'left_out_by_chance'

/** When the text is due that is decided now; undefined where its customer has no number. */
export const dueFor = (
  { customer, phoneHash }: Pick<Customer, 'customer' | 'phoneHash'>,
  { settings, organisation, isLive, now }: DueOptions,
): Date | undefined => {
  if (customer.kind !== 'mobile') return undefined
  const delayMinutes = drawAssignment(settings, phoneHash, now)?.delayMinutes ?? settings.delayMinutes
  const hours = { ...settings, delayMinutes, isDecent: isLive && settings.keepsDecentHours }
  return dueAtFirst(hours, { ...customer, timeZone: organisation.timeZone }, now)
}

type DueOptions = Pick<Options, 'settings' | 'isLive' | 'now'> & {
  organisation: Pick<DecidingOrganisation, 'timeZone'>
}

export const restOf = (
  { plannedFor, plannedOf, lastTextedAt }: CustomerHistory,
  { cooldownDays }: { cooldownDays: number },
): Rest => (plannedFor ? { plannedFor, plannedOf, cooldownDays } : { lastTextedAt, cooldownDays })

const contextOf = (
  { invoice, customer }: Customer & { invoice: XeroInvoice },
  history: CustomerHistory | undefined,
  drawn: Assignment | undefined,
  { hasOptedOut, settings, organisation, prices, isLive, now, wasPaidBeforeGoLive }: Options,
): DecisionContext => ({
  now,
  timeZone: organisation.timeZone,
  liveSince: organisation.liveSince ?? undefined,
  refusesDemo: isLive,
  isDemo: organisation.isDemo,
  automationEnabled: settings.automationEnabled,
  isDeactivated: settings.isDeactivated,
  customer,
  pricedCountries: Object.keys(prices),
  rules: settings.rules,
  baseCurrency: organisation.currency ?? undefined,
  isOptedOut: history?.isOptedOut === true || hasOptedOut?.(invoice) === true,
  lastTextedAt: history?.lastTextedAt,
  cooldownDays: settings.cooldownDays,
  isLeftOutByChance: drawn?.isLeftOut ?? false,
  wasPaidBeforeGoLive: wasPaidBeforeGoLive(invoice),
})
