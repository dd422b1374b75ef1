import { createAccountTasks } from './accounts/account-tasks.ts'
import { createBusinessTasks } from './businesses/business-tasks.ts'
import { createFundsTasks } from './funds/funds-tasks.ts'
import { handleStripeEvents } from './funds/handle-stripe-events.ts'
import { createInvoiceTasks } from './invoices/invoice-tasks.ts'
import { syncOrganisation } from './invoices/sync-organisation.ts'
import { createNoticeTasks } from './notices/notice-tasks.ts'
import { createOrganisationTasks } from './organisations/organisation-tasks.ts'
import type { Parts } from './parts.ts'
import type { Tasks } from './platform/jobs.ts'
import type { Locks } from './platform/locks.ts'
import { invoicePaid } from './reactions/invoice-paid.ts'
import { createRecordOutcome } from './review-requests/record-outcome.ts'
import { createReviewRequestTasks } from './review-requests/review-request-tasks.ts'
import { sendReviewRequests } from './review-requests/send-review-requests.ts'
import { createSmsTasks } from './sms/sms-tasks.ts'

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
