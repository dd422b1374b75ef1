import { createAccountTasks } from './accounts/account-tasks.ts'
import { createBusinessTasks } from './businesses/business-tasks.ts'
import { createInvoiceTasks } from './invoices/invoice-tasks.ts'
import { createOrganisationTasks } from './organisations/organisation-tasks.ts'
import { openParts, type Parts } from './parts.ts'
import { EnvError, readEnv } from './platform/env.ts'
import { runJobs } from './platform/jobs.ts'
import { openLocks } from './platform/locks.ts'
import { closeOnExit } from './platform/process-life.ts'
import { invoicePaid } from './reactions/invoice-paid.ts'
import { createRecordOutcome } from './review-requests/record-outcome.ts'
import { createReviewRequestTasks } from './review-requests/review-request-tasks.ts'
import { keepTime } from './timekeeper.ts'

const CRONTAB = `
*/5 * * * * sweep-due
*/10 * * * * poll-unconfirmed
7 * * * * expire-waiting
17 * * * * check-places
27 * * * * forget-sign-ins
30 3 * * * prune
`

const start = async () => {
  const env = readEnv()
  const parts = await openParts(env, 'worker', env.WORKER_CONCURRENCY + 4)
  const locks = openLocks(parts.databaseUrl)
  const jobs = await runJobs(parts.databaseUrl, {
    tasks: createTasks(parts, locks),
    crontab: CRONTAB,
    concurrency: env.WORKER_CONCURRENCY,
    log: parts.log,
  })
  const time = keepTime({ ...parts, gateway: parts.twilio })
  process.send?.('ready')
  jobs.ended.catch((cause: unknown) => {
    parts.log.fatal({ err: cause }, 'the job queue failed: ending, to be started again')
    process.exit(1)
  })
  closeOnExit(parts.log, async () => {
    await time.stop()
    await jobs.stop()
    await locks.close()
    await parts.close()
  })
}

const createTasks = (parts: Parts, locks: ReturnType<typeof openLocks>) => ({
  ...createInvoiceTasks({
    ...parts,
    locks,
    invoicePaid,
    noteDecisions: parts.product.noteDecisions,
    noteReceivedToDecided: parts.product.noteReceivedToDecided,
  }),
  ...createReviewRequestTasks({
    ...parts,
    gateway: parts.twilio,
    recordOutcome: createRecordOutcome({ ...parts, noteText: parts.product.noteText }),
    noteStatus: parts.product.noteStatus,
  }),
  ...createAccountTasks(parts),
  ...createBusinessTasks(parts),
  ...createOrganisationTasks(parts),
})

start().catch((cause: unknown) => {
  process.stderr.write(
    `${cause instanceof EnvError ? cause.message : String((cause as Error)?.stack ?? cause)}\n`,
  )
  process.exit(1)
})
