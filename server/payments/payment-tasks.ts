import { sql } from 'kysely'
import { DAY_MS } from '../platform/dates.ts'
import type { Work } from '../platform/postgres/work/dispatcher.ts'
import { isOverdue } from '../platform/postgres/work/inbox.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { pruneRows } from '../platform/postgres/schema/prune-rows.ts'
import { chargeLowFunds } from './auto-top-ups/charge-low-funds.ts'
import { forgetCard, forgetCustomer } from './auto-top-ups/forget-card.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { lookForCharges } from './auto-top-ups/look-for-charges.ts'
import { NO_ORDER } from './top-ups/apply-stripe-object.ts'
import { handleStripeEvents } from './top-ups/handle-stripe-events.ts'
import { lookAtReversal } from './top-ups/look-at-reversal.ts'
import { reconcilePayments } from './top-ups/reconcile-payments.ts'

/** As long as Stripe itself keeps them. */
const KEEP_EVENTS_DAYS = 30

/** On the clock: `reconcile-payments` more than once an hour, `charge-low-funds` every minute. */
export const createPaymentTasks = (
  deps: PaymentDeps & { product: { recordPaymentFaults: (faults: number) => void } },
): Tasks => ({
  'reconcile-payments': async () => {
    const { missedEvents, repaired, faults } = await reconcilePayments(deps)
    if (missedEvents > 0 || repaired > 0)
      deps.log.warn({ missedEvents, repaired }, 'payments that no webhook reported were caught up')
    deps.product.recordPaymentFaults(faults.length)
    for (const fault of faults) deps.log.error({ fault }, 'the ledger and Stripe do not agree')
    await forgetEvents(deps)
  },
  'look-at-reversal': async (payload, tries) => lookAtReversal(deps, payload, tries),
  'forget-card': async (payload, tries) => forgetCard(deps, payload, tries),
  'forget-customer': async (payload, tries) => forgetCustomer(deps, payload, tries),
  'charge-low-funds': async (_payload, run) => {
    // A fault of one charge must not prevent the others.
    const looked = await lookForCharges(deps).catch((cause: unknown) => ({ cause }))
    await chargeLowFunds(deps, run?.stopping)
    if (typeof looked === 'object') throw looked.cause
  },
})

/** `stripe:` an object of Stripe's is looked up because events of it wait. */
export const createPaymentWork = (deps: PaymentDeps): Work[] => [
  {
    kind: 'stripe',
    due: (moment) => sql`select distinct object_id as id from stripe_events e where ${isOverdue(moment)}`,
    run: (objectId) => handleStripeEvents(deps, objectId),
  },
]

/** One without its order is kept until it is refunded: `reconcile` reports it. */
const forgetEvents = async ({ db, databaseNow }: PaymentDeps): Promise<void> => {
  const longAgo = new Date((await databaseNow()).getTime() - KEEP_EVENTS_DAYS * DAY_MS)
  await pruneRows(
    db,
    'stripe_events',
    sql`created_at < ${longAgo} and outcome is distinct from ${NO_ORDER}
        and (handled_at is not null or dead_at is not null)`,
  )
}
