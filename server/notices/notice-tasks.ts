import type { Tasks } from '../platform/jobs.ts'
import { tellOwners, type NoticeDeps } from './tell-owners.ts'

/** `tell-owners` belongs on the clock, a few times an hour. */
export const createNoticeTasks = (deps: NoticeDeps): Tasks => ({
  'tell-owners': async () => void (await tellOwners(deps)),
})
