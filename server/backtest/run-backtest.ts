import type { BacktestLine, BacktestRequest } from '../../contracts/backtest.ts'
import type { XeroLabel } from '../../contracts/shared/review-rules.ts'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import { asBusiness } from '../database/database.ts'
import {
  isDayUsedUp,
  findOrganisation,
  type SyncedOrganisation,
} from '../organisations/organisation-queries.ts'
import { addDays, localDate, startOfDay } from '../platform/dates.ts'
import { customerOf } from '../review-requests/deciding/decide-in-turn.ts'
import {
  replayDecisions,
  type Payment,
  type ReplaySettings,
} from '../review-requests/replaying/replay-decisions.ts'
import type { ReviewRules } from '../review-requests/deciding/review-rules.ts'
import {
  customersBefore,
  findReplaySettings,
  momentsOfDecisions,
} from '../review-requests/replaying/replay-queries.ts'
import { findLeftOut } from '../review-requests/sending/left-out-queries.ts'
import { findTenants, paceOf } from '../message-settings/settings-queries.ts'
import { findTextingBusiness } from '../message-settings/template-queries.ts'
import { hashesOf } from './phones-of-books.ts'
import { readPayments, type BooksRead, type ReadDeps } from './read-payments.ts'
import { notConnected, refusalFor, whyMissing } from './words-about-xero.ts'
import { askedOf, writeBacktest, type WriteDeps } from './write-backtest.ts'

export type BacktestDeps = ReadDeps & WriteDeps & { hashPhone: (words: string) => Buffer; isLive: boolean }

const DAYS = 30

/**
 * What would have been decided of the payments of the last 30 days, today included, had the business been live and on:
 * by the code that decides, with what is saved or with a draft. Reads Xero and the database, and writes nothing; yields
 * how far it is, and last the backtest. Throws Refusal where Xero cannot be read at all.
 */
export async function* runBacktest(
  deps: BacktestDeps,
  businessId: string,
  { settings: draft, rules, excludedContacts, message }: BacktestRequest,
): AsyncGenerator<BacktestLine> {
  const known = await asBusiness(deps.db, businessId, async (trx) => ({
    business: await findTextingBusiness(trx, businessId),
    saved: await findReplaySettings(trx, businessId),
    timeZone: await findTimeZone(trx, businessId),
    tenantIds: await findTenants(trx, businessId),
  }))
  const { business, timeZone } = known
  const until = localDate(deps.clock(), timeZone)
  const from = addDays(until, 1 - DAYS)
  const since = startOfDay(from, timeZone)
  const saved: ReplaySettings = { ...known.saved, automationEnabled: true, isDeactivated: false }
  const settings: ReplaySettings = {
    ...saved,
    ...draft,
    pace: draft?.textsPerDay ? paceOf(draft.textsPerDay) : saved.pace,
    askFirstAt: draft?.askFirstAt === undefined ? saved.askFirstAt : draft.askFirstAt,
    rules: { ...saved.rules, ...draftOfRules(draft, rules), ...(excludedContacts && { excludedContacts }) },
  }
  const isDraft = Boolean(draft ?? rules ?? excludedContacts)

  const { payments, causes } = yield* readAll(deps, known.tenantIds, since)
  const customers = await asBusiness(deps.db, businessId, async (trx) => {
    for (const { tenantId } of new Set(payments.map(({ organisation }) => organisation)))
      await addMoments(
        await momentsOfDecisions(trx, { businessId, tenantId }, idsOf(payments)),
        payments.filter(({ organisation }) => organisation.tenantId === tenantId),
      )
    return customersBefore(trx, businessId, { phoneHashes: hashesOf(payments, deps), before: since })
  })
  const play = async (by: ReplaySettings) =>
    (await replayDecisions(deps, payments, by, customers)).filter(
      (one) => !(one.outcome === 'skipped' && one.reason === 'paid_before_go_live'),
    )
  const cancelled =
    isDraft && (await asBusiness(deps.db, businessId, (trx) => findLeftOut(trx, businessId, settings.rules)))
  yield {
    backtest: {
      ...writeBacktest(deps, await play(settings), {
        days: { from, until, timeZone },
        business: { ...business, message: message ?? business.message },
        pace: settings.pace,
      }),
      askedAsSaved: isDraft ? askedOf(await play(saved)).length : null,
      wouldCancel: cancelled ? cancelled.length : null,
      missing: whyMissing(causes),
    },
  }
}

/** The rules that are not saved yet, as they would be kept. */
const draftOfRules = (
  settings: BacktestRequest['settings'],
  rules: BacktestRequest['rules'],
): Partial<ReviewRules> => ({
  ...(settings ? { excludedWords: settings.excludedWords } : {}),
  ...(rules
    ? {
        smallestCents: rules.smallestAmount === null ? null : Math.round(rules.smallestAmount * 100),
        leavesOutDeposits: rules.leavesOutDeposits,
        invoiceWords: rules.invoiceWords,
        excludedGroups: idsOfKind(rules.labels, 'contact_group'),
        excludedTracking: idsOfKind(rules.labels, 'tracking_option'),
      }
    : {}),
})

const idsOfKind = (labels: XeroLabel[], wanted: XeroLabel['kind']): string[] =>
  labels.filter(({ kind }) => kind === wanted).map(({ id }) => id)

const idsOf = (payments: Payment[]): string[] => payments.map(({ invoice }) => invoice.invoiceId)

/** What was really decided is played at the moment at which it was. */
const addMoments = (moments: Awaited<ReturnType<typeof momentsOfDecisions>>, payments: Payment[]): void => {
  for (const payment of payments) Object.assign(payment, moments.get(payment.invoice.invoiceId))
}

type Books = { payments: Payment[]; causes: unknown[] }

/** The payments of all organisations of the business that can be read, one organisation after the other. */
async function* readAll(
  deps: BacktestDeps,
  tenantIds: string[],
  since: Date,
): AsyncGenerator<BacktestLine, Books> {
  if (tenantIds.length === 0) throw notConnected()
  const books: Books = { payments: [], causes: [] }
  let unread = 0
  for (const tenantId of tenantIds) {
    const organisation = await findOrganisation(deps.db, tenantId)
    if (!organisation) continue
    const { invoices, cause, isNoneRead } = yield* readOne(deps, organisation, since, books.payments.length)
    if (cause !== undefined) books.causes.push(cause)
    if (isNoneRead) unread += 1
    const asIfLive = { ...organisation, liveSince: since }
    for (const invoice of invoices) {
      const customer = customerOf(invoice, organisation.country, deps)
      books.payments.push({ invoice, organisation: asIfLive, customer })
    }
  }
  if (unread === tenantIds.length) throw refusalFor(books.causes[0])
  return books
}

async function* readOne(
  deps: BacktestDeps,
  organisation: SyncedOrganisation,
  since: Date,
  before: number,
): AsyncGenerator<BacktestLine, BooksRead> {
  if (organisation.authorisationState === 'needs_reconnect')
    return { invoices: [], cause: 'needs-reconnect', isNoneRead: true }
  if (isDayUsedUp(organisation, deps.clock())) return { invoices: [], cause: 'day-used-up', isNoneRead: true }
  const reading = readPayments(deps, organisation, since)
  for (;;) {
    const { value, done } = await reading.next()
    if (done) return value
    yield { read: before + value.read, of: before + value.of }
  }
}
