/**
 * Jobs of one queue run one after another, on whichever worker, so that a vendor that hangs takes its own slots only,
 * and periodic work never runs beside itself. A tick that finds the run before it still waiting replaces it.
 */
const periodic = (schedule: string, task: string, queue: string): string =>
  `${schedule} ${task} ?queue=${queue}&jobKey=${task}`

export const CRONTAB = [
  periodic('*/5 * * * *', 'sweep-due', 'sweeps'),
  periodic('*/10 * * * *', 'poll-unconfirmed', 'twilio'),
  periodic('*/3 * * * *', 'poll-inbound', 'inbound'),
  periodic('* * * * *', 'record-history', 'history'),
  periodic('*/2 * * * *', 'look-for-forgotten', 'twilio'),
  periodic('7 * * * *', 'expire-waiting', 'housekeeping'),
  periodic('17 * * * *', 'check-places', 'housekeeping'),
  periodic('*/15 * * * *', 'reconcile-payments', 'stripe'),
  periodic('* * * * *', 'charge-low-funds', 'charges'),
  periodic('*/5 * * * *', 'tell-owners', 'mail'),
  periodic('*/15 * * * *', 'weekly-letters', 'letters'),
  periodic('* * * * *', 'send-reminder-mails', 'reminder-mails'),
  periodic('27 * * * *', 'forget-sign-ins', 'housekeeping'),
  periodic('47 * * * *', 'expire-reviews', 'housekeeping'),
  periodic('*/10 * * * *', 'plan-reminders', 'reminders'),
  periodic('37 * * * *', 'erase-due', 'housekeeping'),
  // Each hour, because a backup keeps it from its locks for hours.
  periodic('57 * * * *', 'renew-partitions', 'housekeeping'),
  // At night where most businesses are, after the backup. It may take hours, and what is due does not wait for it.
  periodic('30 17 * * *', 'prune', 'pruning'),
  periodic('30 4 * * *', 'check-ledger', 'housekeeping'),
  periodic('10 * * * *', 'back-up', 'backups'),
].join('\n')

/** As many as there are queues, so that none waits for a slot that another holds. */
export const JOBS_AT_ONCE = 18
