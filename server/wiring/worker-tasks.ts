import { createAccountTasks } from '../sessions/session-tasks.ts'
import { createBusinessTasks } from '../businesses/business-tasks.ts'
import { createFundsTasks } from '../payments/payment-tasks.ts'
import { handleStripeEvents } from '../payments/top-ups/handle-stripe-events.ts'
import { createInvoiceTasks } from '../flows/paid-invoices/invoice-tasks.ts'
import { syncOrganisation } from '../flows/paid-invoices/sync-organisation.ts'
import { createNoticeTasks } from '../notices/notice-tasks.ts'
import { createOrganisationTasks } from '../organisations/organisation-tasks.ts'
import type { Parts } from './parts.ts'
import type { Tasks } from '../platform/postgres/jobs.ts'
import type { Locks } from '../platform/postgres/locks.ts'
import { invoicePaid } from '../flows/paid-invoices/invoice-paid.ts'
import { createRecordOutcome } from '../review-requests/sending/record-outcome.ts'
import { createReviewRequestTasks } from '../review-requests/sending/review-request-tasks.ts'
import { sendReviewRequests } from '../review-requests/sending/send-review-requests.ts'
import { createSmsTasks } from '../test-texts/test-text-tasks.ts'

/** All that a worker can do: `tasks` by the names of their jobs, and `work` for a key that was woken. */
export const createWorkerTasks = (
  parts: Parts,
  locks: Locks,
): { tasks: Tasks; work: (key: string) => Promise<void> } => {
  const invoices = {
    ...parts,
    locks,
    invoicePaid,
    noteDecisions: parts.product.noteDecisions,
    noteReceivedToDecided: parts.product.noteReceivedToDecided,
  }
  const requests = {
    ...parts,
    gateway: parts.twilio,
    recordOutcome: createRecordOutcome({ ...parts, noteText: parts.product.noteText }),
    noteStatus: parts.product.noteStatus,
    noteSettled: parts.product.noteSettled,
  }
  return {
    tasks: {
      ...createInvoiceTasks(invoices),
      ...createReviewRequestTasks(requests),
      ...createAccountTasks(parts),
      ...createBusinessTasks(parts),
      ...createOrganisationTasks(parts),
      ...createFundsTasks(parts),
      ...createNoticeTasks(parts),
      ...createSmsTasks(parts),
    },
    work: (key) => {
      const [kind, id] = key.split(':', 2)
      if (kind === 'stripe') return handleStripeEvents(parts, id!)
      return kind === 'sync' ? syncOrganisation(invoices, id!) : sendReviewRequests(requests, id!)
    },
  }
}
