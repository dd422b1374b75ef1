import { sql } from 'kysely'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { restoreOrders } from '../../payments/top-ups/restore-orders.ts'
import { reconcilePayments } from '../../payments/top-ups/reconcile-payments.ts'
import { forgottenAmong, keepForgotten, type FindDeps } from '../../review-requests/sending/found-texts.ts'
import { widenFence, type Fence, type Found } from './fence-queries.ts'

export type StepDeps = FindDeps &
  PaymentDeps & {
    twilio: Pick<Twilio, 'sent' | 'newest'>
    /** Reads what customers texted since the last reading on record. */
    rereadInbound: () => Promise<unknown>
  }

/** Older invoices are not texted, so an older text is not doubled. */
const LONGEST_MS = 15 * DAY_MS
/** Stripe keeps its events for 30 days. */
const MOST_AT_STRIPE_MS = 29 * DAY_MS

/** Orders before texts, so that what was paid for them is there. Each may be done twice, and throws VendorFailure. */
export const RECOVER_STEPS: Record<string, (deps: StepDeps, fence: Fence) => Promise<Found>> = {
  payments: async (deps, { since }) => {
    const from = new Date(Math.max(since.getTime(), deps.clock().getTime() - MOST_AT_STRIPE_MS))
    const payments = await restoreOrders(deps, from)
    await reconcilePayments(deps, from)
    return { payments }
  },
  inbound: async (deps) => {
    await deps.rereadInbound()
    return {}
  },
  texts: async (deps, fence) => ({ texts: await findForgotten(deps, fence) }),
  sweeps: async (deps, { since }) => {
    await sql`
      update organisations set swept_at = null, sweep_cursor = least(sweep_cursor, ${since})
      where state <> 'disconnected' and live_since is not null`.execute(deps.db)
    await enqueue(deps.db, 'sweep-due', {}, { key: 'sweep-due', queue: 'sweeps' })
    return {}
  },
}

/** After a plain restart: one question to the gateway, and one to Stripe where cards are saved. */
export const hasForgotten = async (deps: StepDeps, { since }: Fence): Promise<boolean> => {
  const newest = await forgottenAmong(deps, await deps.twilio.newest(), deps.clock())
  if (newest.some(({ kind }) => kind !== 'other')) return true
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from auto_top_ups where is_on and card_id is not null) as any`.execute(deps.db)
  return rows[0]!.any && (await restoreOrders(deps, since)) > 0
}

/** Reads back to the moment since when texts may be forgotten, and a day further while the last day had some. */
const findForgotten = async (deps: StepDeps, fence: Fence): Promise<number> => {
  const now = await deps.databaseNow()
  const seen = new Set<string>()
  let { since } = fence
  for (;;) {
    let oldest = now.getTime()
    for await (const texts of deps.twilio.sent(since)) {
      const forgotten = await keepForgotten(deps, await forgottenAmong(deps, texts, now))
      for (const text of forgotten) {
        seen.add(text.message_sid)
        oldest = Math.min(oldest, text.sent_at.getTime())
      }
    }
    const isWide = oldest > since.getTime() + EDGE_MS || now.getTime() - since.getTime() > LONGEST_MS
    if (isWide) return (fence.found.texts ?? 0) + seen.size
    since = new Date(since.getTime() - DAY_MS)
    await widenFence(deps.db, fence, { ...fence, since })
  }
}

/** Where something was forgotten so near to the beginning, more may have been before. */
const EDGE_MS = DAY_MS / 2
