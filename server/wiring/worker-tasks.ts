import { createSessionTasks } from '../sessions/session-tasks.ts'
import { createBusinessTasks } from '../businesses/business-tasks.ts'
import { createPaymentTasks, createPaymentWork } from '../payments/payment-tasks.ts'
import { createInvoiceTasks, createInvoiceWork } from '../flows/paid-invoices/invoice-tasks.ts'
import { createBackupTasks } from '../backups/backup-tasks.ts'
import { createNoticeTasks } from '../notices/notice-tasks.ts'
import { createOrganisationTasks } from '../organisations/organisation-tasks.ts'
import { createLedgerCheckTask } from '../operations/ledger-check-task.ts'
import { createPruneTasks } from '../operations/prune.ts'
import { createPartitionTasks } from '../operations/renew-partitions.ts'
import { createErasingTasks } from '../flows/erasing/erasing-tasks.ts'
import { createRecoveryTasks, createRecoveryWork } from '../flows/recovery/recovery-tasks.ts'
import type { Parts } from './parts.ts'
import { findReviewedBy } from './reviewed.ts'
import type { Work } from '../platform/postgres/work/dispatcher.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import type { Leases } from '../platform/postgres/work/leases.ts'
import { createRecordOutcome } from '../review-requests/sending/record-outcome.ts'
import {
  createReviewRequestTasks,
  createReviewRequestWork,
} from '../review-requests/sending/review-request-tasks.ts'
import { createAtOnce } from '../review-requests/sending/send-at-once.ts'
import { refuseMail } from '../flows/reminders/unwanted-mails.ts'
import { createReminderTasks } from '../flows/reminders/reminder-tasks.ts'
import { createReminderMailTasks } from '../review-requests/reminding/mails/reminder-mail-tasks.ts'
import { createReviewsTasks, createReviewsWork } from '../reviews/reading/reviews-tasks.ts'
import { createTestTextTasks } from '../test-texts/test-text-tasks.ts'
import { pollInboundSms } from '../webhooks/poll-inbound-sms.ts'
import { createTwilioWork } from '../webhooks/twilio-tasks.ts'

/** All that a worker can do. */
export type WorkerTasks = {
  /** By the names of their jobs. */
  tasks: Tasks
  /** For the dispatcher. */
  work: Work[]
  /** Until what they have handed to the gateway without waiting for it is recorded. */
  ended: () => Promise<void>
}

export const createWorkerTasks = (parts: Parts, leases: Leases): WorkerTasks => {
  const requests = {
    ...parts,
    gateway: parts.twilio,
    recordOutcome: createRecordOutcome({ ...parts, ...parts.product }),
    recordStatus: parts.product.recordStatus,
    recordSettled: parts.product.recordSettled,
    recordRefusedLater: parts.product.recordRefusedLater,
  }
  const atOnce = createAtOnce(requests)
  const invoices = {
    ...parts,
    leases,
    atOnce,
    recordDecisions: parts.product.recordDecisions,
    recordReceivedToDecided: parts.product.recordReceivedToDecided,
  }
  const reminding = { ...parts, findReviewed: findReviewedBy(parts) }
  const pollInbound = (foundStop: () => void, since?: Date) =>
    pollInboundSms({ ...parts, recordInbound: parts.product.recordInbound, foundStop }, since)
  const reviews = { ...parts, leases, topic: parts.env.REVIEWS_PUBSUB_TOPIC }
  const { recordFence, recordForgotten } = parts.product
  const recovery = { ...requests, leases, rereadInbound: pollInbound, recordFence, recordForgotten }
  return {
    tasks: {
      ...createInvoiceTasks(invoices),
      ...createReviewRequestTasks(requests),
      ...createReminderTasks(reminding),
      ...createSessionTasks(parts),
      ...createBusinessTasks(parts),
      ...createOrganisationTasks(parts),
      ...createPaymentTasks(parts),
      ...createNoticeTasks(parts),
      ...createTestTextTasks(parts),
      ...createPruneTasks({ ...parts, keep: parts.env, recordRemoved: parts.product.recordRemoved }),
      ...createPartitionTasks({ ...parts, keep: parts.env, recordRemoved: parts.product.recordRemoved }),
      ...createReminderMailTasks({ ...parts, refuseMail }),
      ...createErasingTasks(parts),
      ...createReviewsTasks(reviews),
      ...createLedgerCheckTask(parts),
      ...createBackupTasks({ ...parts, leases }),
      ...createRecoveryTasks({ ...recovery, pollInbound }),
    },
    work: [
      ...createInvoiceWork(invoices),
      ...createReviewRequestWork({ ...requests, findReviewed: reminding.findReviewed }),
      ...createPaymentWork(parts),
      ...(parts.env.REVIEWS ? createReviewsWork(reviews) : []),
      ...createRecoveryWork(recovery),
      ...createTwilioWork({ ...requests, recordInbound: parts.product.recordInbound }),
    ],
    ended: atOnce.sent,
  }
}
