import { sql } from 'kysely'
import { asSystem } from '../../database/database.ts'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import type { ListedSent } from '../../integrations/twilio/twilio-types.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import { endLeases } from '../../platform/postgres/work/leases.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { pauseUnconfirmed } from '../../payments/auto-top-ups/pause-unconfirmed.ts'
import { restoreOrders } from '../../payments/top-ups/restore-orders.ts'
import { catchUpPayments } from '../../payments/top-ups/reconcile-payments.ts'
import {
  forgottenAmong,
  keepForgotten,
  nameForgotten,
  mayBeRequests,
  type FindDeps,
} from '../../review-requests/sending/unknown/found-texts.ts'
import { countFound, countNew, findOldest, widenFence, type Fence, type Found } from './fence-queries.ts'
import { mayLackSettings } from './recovery-rules.ts'

export type StepDeps = FindDeps &
  PaymentDeps & {
    twilio: Pick<Twilio, 'sent' | 'newest' | 'newer' | 'get'>
    /** Reads what customers texted since the last reading on record, or an earlier moment. */
    rereadInbound: (foundStop: () => void, since: Date) => Promise<void>
  }

/** Older invoices are not texted, so an older text is not doubled. */
const LONGEST_MS = 15 * DAY_MS
/** A code without words is known for two days: one that is older tells nothing. */
const MOST_AGE_MS = { link: LONGEST_MS, redacted: DAY_MS, other: 0 }
/** Where something was forgotten so near to the beginning, more may have been before. */
const EDGE_MS = DAY_MS / 2
/** Since when texts are forgotten is told by the gateway's clock and ours, and known to so much. */
const FORGOTTEN_MARGIN_MS = 15 * MINUTE_MS
/** A text is on the gateway's list by then (decision 6). */
const LISTED_LATE_MS = 5 * MINUTE_MS
/** Stripe keeps its events for 30 days. */
const MOST_AT_STRIPE_MS = 29 * DAY_MS

/** Those of a stage at once. Orders before texts, so that what was paid for them is there. */
export const STAGES: StepName[][] = [['payments', 'inbound'], ['texts'], ['topUps', 'cursors']]

export type StepName = 'payments' | 'inbound' | 'texts' | 'topUps' | 'cursors'
type Step = (deps: StepDeps, fence: Fence, reading?: Promise<Date | undefined>) => Promise<Found>

/**
 * Each may be done twice, and throws VendorFailure. Returns what was found in all since the fence is up; what is new
 * once only is added by the step itself.
 */
export const RECOVER_STEPS: Record<StepName, Step> = {
  payments: async (deps, { since }) => {
    const from = new Date(Math.max(since.getTime(), deps.clock().getTime() - MOST_AT_STRIPE_MS))
    await restoreFrom(deps, from)
    await catchUpPayments(deps, { since: from })
    return {}
  },
  inbound: async (deps, { since }) => {
    await rereadFrom(deps, since)
    return {}
  },
  texts: async (deps, fence, reading) => {
    const since = await findForgotten(deps, fence, await reading)
    await nameReported(deps, fence)
    if (since < fence.since) await askFromEarlierOn(deps, { ...fence, since })
    return { texts: await countFound(deps.db, fence) }
  },
  // Last of what needs proof: what Stripe and the gateway knew shows whether anything is missing.
  topUps: async (deps, fence) =>
    mayLackSettings(fence) ? { pausedTopUps: await pauseUnconfirmed(deps, fence.upSince) } : {},
  // What a sweep under way has seen may have been forgotten since: it moves no cursor.
  cursors: (deps, { since }) =>
    asSystem(deps.db, async (trx) => {
      await endLeases(trx, sql`select 'sweep:' || tenant_id from organisations`)
      const { numAffectedRows } = await sql`
        update organisations set swept_at = null, sweep_cursor = least(sweep_cursor, ${since})
        where state <> 'disconnected' and live_since is not null`.execute(trx)
      return { organisations: Number(numAffectedRows) }
    }),
}

const restoreFrom = (deps: StepDeps, since: Date): Promise<number> =>
  countNew(deps.db, 'payments', (foundOne) => restoreOrders(deps, foundOne, since))

const rereadFrom = (deps: StepDeps, since: Date): Promise<number> =>
  countNew(deps.db, 'stops', (foundOne) => deps.rereadInbound(foundOne, since))

/** Written only once all were asked: where one cannot be, the next try begins where this one began. */
const askFromEarlierOn = async (deps: StepDeps, fence: Fence): Promise<void> => {
  await RECOVER_STEPS.payments(deps, fence)
  await RECOVER_STEPS.inbound(deps, fence)
  await widenFence(deps.db, fence, fence)
}

/** What is decided anew finds the texts that were forgotten. */
export const sweepAll = (deps: StepDeps): Promise<void> =>
  enqueue(deps.db, 'sweep-due', {}, { key: 'sweep-due', queue: 'sweeps' })

/**
 * After a plain restart: two questions to the gateway, and one to Stripe where cards are saved. Since when something
 * was forgotten, if anything was.
 */
export const forgottenSince = async (deps: StepDeps, fence: Fence): Promise<Date | undefined> => {
  const { since, seenAt } = fence
  await rereadFrom(deps, since)
  const oldest = await oldestForgotten(deps, await deps.twilio.newest(), seenAt)
  if (oldest) return oldest
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from auto_top_ups where is_on and card_id is not null) as any`.execute(deps.db)
  return rows[0]!.any && (await restoreFrom(deps, since)) > 0 ? since : undefined
}

/**
 * Of the gateway's texts; undefined where all are on record. One that is too old for harm is left alone, but not one
 * that went after the database was last seen: nothing is removed that is younger than that.
 */
export const oldestForgotten = async (
  deps: FindDeps & Pick<StepDeps, 'clock'>,
  listed: ListedSent[],
  seenAt?: Date,
): Promise<Date | undefined> => {
  const isUnseen = (at: Date) => seenAt !== undefined && at.getTime() > seenAt.getTime() + FORGOTTEN_MARGIN_MS
  const now = deps.clock()
  const after = seenAt ? 'restart' : 'nothing'
  const found = (await forgottenAmong(deps, listed, { now, after })).filter(mayBeRequests)
  const times = found
    .filter(({ kind, sent_at: at }) => isUnseen(at) || now.getTime() - at.getTime() < MOST_AGE_MS[kind])
    .map((text) => text.sent_at.getTime())
  return times.length > 0 ? new Date(Math.min(...times) - FORGOTTEN_MARGIN_MS) : undefined
}

/**
 * From when on the gateway's texts are read: since the last look saw that none was forgotten, by the gateway's clock.
 * Where the database was seen after it had forgotten something, `since` alone would be too late.
 */
const firstFrom = ({ since, lookedTo }: Fence, now: Date): Date => {
  const looked = lookedTo ? lookedTo.getTime() - LISTED_LATE_MS : since.getTime() - DAY_MS
  return new Date(Math.min(since.getTime(), Math.max(looked, now.getTime() - LONGEST_MS)))
}

/**
 * While Stripe is asked: from when on the gateway has no text that was forgotten; undefined where it has some, could
 * not be asked, or is asked later. Nothing is kept before what was paid for it is there.
 */
export const readAhead = async (
  deps: StepDeps,
  fence: Fence,
  stopping: AbortSignal,
): Promise<Date | undefined> => {
  // What was on its way as another witness spoke is listed a moment later.
  if (fence.stepsDone.includes('texts') || fence.reason !== 'restored') return undefined
  try {
    const now = await deps.databaseNow()
    const from = firstFrom(fence, now)
    for await (const texts of deps.twilio.sent(from)) {
      if (stopping.aborted) return undefined
      if ((await forgottenIn(deps, texts, fence, now)).length > 0) return undefined
    }
    return from
  } catch {
    // The step asks again, and says why not.
    return undefined
  }
}

/** One without words that is older than what was forgotten may be a code, and codes are kept for two days. */
const forgottenIn = async (deps: StepDeps, texts: ListedSent[], { since }: Fence, now: Date) => {
  const known = Math.min(since.getTime(), now.getTime() - 2 * DAY_MS)
  const forgotten = await forgottenAmong(deps, texts, { now, after: 'restore' })
  return forgotten.filter(({ kind, sent_at: at }) => kind !== 'redacted' || at.getTime() >= known)
}

/**
 * Reads back to the moment since when texts may be forgotten, and a day before the oldest while its first hours had
 * some. Returns since when vendors have to be asked.
 */
const findForgotten = async (deps: StepDeps, fence: Fence, nothingSince?: Date): Promise<Date> => {
  const now = await deps.databaseNow()
  for (let from = firstFrom(fence, now); ;) {
    let oldest = (await findOldest(deps.db, fence))?.getTime() ?? Infinity
    const isRead = nothingSince !== undefined && from >= nothingSince
    for await (const texts of isRead ? [] : deps.twilio.sent(from)) {
      const forgotten = await keepForgotten(deps, await forgottenIn(deps, texts, fence, now))
      oldest = Math.min(oldest, ...forgotten.map((text) => text.sent_at.getTime()))
    }
    if (oldest === Infinity) return fence.since
    if (oldest > from.getTime() + EDGE_MS || now.getTime() - from.getTime() > LONGEST_MS)
      return new Date(Math.min(fence.since.getTime(), Math.max(from.getTime(), oldest - DAY_MS)))
    from = new Date(Math.min(from.getTime(), oldest) - DAY_MS)
  }
}

/** Of a text that the list did not show a report may tell: the gateway is asked for it by its name. */
const nameReported = async (deps: StepDeps, { upSince }: Fence): Promise<void> => {
  const { rows } = await sql<{ sid: string }>`
    select message_sid as sid from found_texts
    where kind = 'other' and phone_hash is null and found_at >= ${upSince} order by found_at limit ${MOST_REPORTED}`.execute(
    deps.db,
  )
  for (const { sid } of rows) {
    const seen = await deps.twilio.get(sid)
    if (seen) await nameForgotten(deps, seen)
  }
}

/** A call each: of more, the list has shown most. */
const MOST_REPORTED = 200
