import type { UnreadableDocument, XeroInvoice } from '../../../integrations/xero/xero-types.ts'
import type { AskDeps } from '../../../organisations/ask-xero.ts'
import { findOrganisation, type SyncedOrganisation } from '../../../organisations/organisation-queries.ts'
import { addDays, localDate, MINUTE_MS, startOfDay } from '../../../platform/dates.ts'
import { listPaid, type PaidListing } from '../list-paid.ts'
import {
  EXAMPLES,
  fatesOfDecided,
  fatesOfUndecided,
  firstDecidedAt,
  knownOfListed,
  type Fate,
} from './reconcile-queries.ts'

export type ReconciledOrganisation = {
  businessId: string
  tenantId: string
  name: string
  timeZone: string
  state: 'connected' | 'paused' | 'disconnected'
  liveSince: Date | null
}

export type DayAccount = {
  day: string
  paid: number
  sent: number
  explained: number
  missing: number
  /** How often which reason explains. */
  reasons: Record<string, number>
}

export type OrganisationAccount = {
  businessId: string
  tenantId: string
  name: string
  /** Undefined for one that is not live: there is nothing to account for yet. */
  since: Date | undefined
  /** How far Xero itself was asked. Without it only our own tables are compared. */
  askedXero: { extent: PaidListing['extent']; why?: string }
  days: DayAccount[]
  missing: Fate[]
}

/** What came in less than this ago may still be on its way. */
const GRACE_MS = 10 * MINUTE_MS

/**
 * Accounts for every invoice that was paid since the organisation first went live, or in the last `days` days of its
 * own calendar: paid = sent + explained + missing. `sent` is what the gateway took.
 */
export const reconcileOrganisation = async (
  deps: AskDeps,
  organisation: ReconciledOrganisation,
  { days }: { days?: number | undefined } = {},
): Promise<OrganisationAccount> => {
  const { businessId, tenantId, name, timeZone } = organisation
  const account = { businessId, tenantId, name }
  // An account that was deactivated and came back has gone live again: its earlier invoices are accounted for, too.
  const firstDecided = await firstDecidedAt(deps.db, organisation)
  const liveSince = earlier(organisation.liveSince, firstDecided)
  if (!liveSince)
    return { ...account, since: undefined, askedXero: notAsked('not live yet'), days: [], missing: [] }

  const since = startOf({ days, liveSince, timeZone, now: deps.clock() })
  const connected =
    organisation.state === 'disconnected' ? undefined : await findOrganisation(deps.db, tenantId)
  const { invoices, unreadable, ...askedXero } = connected
    ? await listPaid(deps, connected, since)
    : { invoices: [], unreadable: [], ...notAsked('not connected any more') }
  const now = deps.clock()
  const grace = new Date(now.getTime() - GRACE_MS)
  const listed = connected ? await judgeListed(deps, connected, invoices, { now, grace }) : []
  const unread = await judgeUnreadable(deps, organisation, unreadable, { now, grace })
  const scope = { ...organisation, since, now, grace, without: listed.map(({ invoiceId }) => invoiceId) }
  const fates = [
    ...listed.map(({ fate }) => fate),
    ...unread,
    ...(await fatesOfDecided(deps.db, scope)),
    ...(await fatesOfUndecided(deps.db, scope)),
  ]
  return {
    ...account,
    since,
    askedXero,
    days: accountByDay(fates),
    missing: byDayAndReason(fates.filter(({ verdict }) => verdict === 'missing')),
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

const notAsked = (why: string) => ({ extent: 'none' as const, why })

const startOf = (ask: { days: number | undefined; liveSince: Date; timeZone: string; now: Date }): Date => {
  if (ask.days === undefined) return ask.liveSince
  const first = addDays(localDate(ask.now, ask.timeZone), 1 - ask.days)
  const start = startOfDay(first, ask.timeZone)
  return start > ask.liveSince ? start : ask.liveSince
}

/** Those that Xero lists as paid and that have no outcome that stands. */
const judgeListed = async (
  { db }: AskDeps,
  organisation: SyncedOrganisation,
  invoices: XeroInvoice[],
  { now, grace }: { now: Date; grace: Date },
): Promise<{ invoiceId: string; fate: Fate }[]> => {
  if (invoices.length === 0) return []
  const ids = invoices.map(({ invoiceId }) => invoiceId)
  const known = await knownOfListed(db, organisation, ids, now)
  return invoices.flatMap((invoice) => {
    const { isDecided, heardAt } = known.get(invoice.invoiceId) ?? { isDecided: false, heardAt: null }
    if (isDecided) return []
    const reason = reasonOfListed(invoice, organisation, { heardAt, now, grace })
    const fate: Fate = {
      day: invoice.paidOn ?? localDate(invoice.updatedAt, organisation.timeZone),
      verdict: reason ? 'explained' : 'missing',
      reason: reason ?? 'paid in Xero, but we never decided it',
      count: 1,
      examples: [invoice.number ?? invoice.invoiceId],
    }
    return [{ invoiceId: invoice.invoiceId, fate }]
  })
}

/** An outcome that stands is enough, however Xero lists the invoice now; the day of payment is not known. */
const judgeUnreadable = async (
  { db }: AskDeps,
  organisation: ReconciledOrganisation,
  documents: UnreadableDocument[],
  { now, grace }: { now: Date; grace: Date },
): Promise<Fate[]> => {
  const ids = documents.flatMap(({ id }) => (id ? [id] : []))
  const known = ids.length > 0 ? await knownOfListed(db, organisation, ids, now) : undefined
  return documents.flatMap(({ id }) => {
    const { isDecided = false, heardAt = null } = (id && known?.get(id)) || {}
    if (isDecided) return []
    const isYoung = heardAt !== null && heardAt > grace
    const fate: Fate = {
      day: localDate(heardAt ?? now, organisation.timeZone),
      verdict: isYoung ? 'explained' : 'missing',
      reason: isYoung ? 'just_paid' : 'listed by Xero in a shape that we cannot read',
      count: 1,
      examples: [id ?? 'without an id'],
    }
    return [fate]
  })
}

const reasonOfListed = (
  { paidOn, updatedAt }: XeroInvoice,
  { liveSince, timeZone, blockedUntil }: SyncedOrganisation,
  { heardAt, now, grace }: { heardAt: Date | null; now: Date; grace: Date },
): string | undefined => {
  if (!liveSince || (paidOn && paidOn < localDate(liveSince, timeZone))) return 'paid_before_go_live'
  if (updatedAt > grace || (heardAt && heardAt > grace)) return 'just_paid'
  return heardAt && blockedUntil && blockedUntil > now ? 'xero_limit' : undefined
}

const accountByDay = (fates: Fate[]): DayAccount[] => {
  const days = new Map<string, DayAccount>()
  for (const { day, verdict, reason, count } of fates) {
    const account = days.get(day) ?? { day, paid: 0, sent: 0, explained: 0, missing: 0, reasons: {} }
    account.paid += count
    account[verdict] += count
    if (verdict === 'explained') account.reasons[reason] = (account.reasons[reason] ?? 0) + count
    days.set(day, account)
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** One line for each day and reason. */
const byDayAndReason = (fates: Fate[]): Fate[] => {
  const lines = new Map<string, Fate>()
  for (const fate of fates) {
    const key = `${fate.day} ${fate.reason}`
    const known = lines.get(key)
    if (!known) lines.set(key, { ...fate })
    else {
      known.count += fate.count
      known.examples = [...known.examples, ...fate.examples].slice(0, EXAMPLES)
    }
  }
  return [...lines.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
