import type { Tasks } from '../../../platform/postgres/work/jobs.ts'
import { sendReminderMails, type MailsDeps } from './send-reminder-mails.ts'

/** `send-reminder-mails` belongs on the clock every minute. */
export const createReminderMailTasks = (deps: MailsDeps): Tasks => ({
  'send-reminder-mails': async (_payload, run) => {
    await sendReminderMails(deps, run?.stopping)
  },
})
