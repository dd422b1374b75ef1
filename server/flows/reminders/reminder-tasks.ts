import type { Tasks } from '../../platform/postgres/work/jobs.ts'
import { planReminders, type PlanDeps } from './plan-reminders.ts'

/** `plan-reminders` belongs on the clock, a few times an hour: it also ends those that are not wanted any more. */
export const createReminderTasks = (deps: PlanDeps): Tasks => ({
  'plan-reminders': async (_payload, run) => planReminders(deps, run?.stopping),
})
