import type { Tasks } from '../platform/postgres/work/jobs.ts'
import type { BackupDeps } from './back-up-if-due.ts'

/** `back-up` belongs on the clock once an hour. What it needs is loaded where backups are asked for, and only then. */
export const createBackupTasks = (deps: BackupDeps): Tasks => ({
  'back-up': async (_payload, run) => {
    if (!deps.env.BACKUP_TO || !deps.env.BACKUP_KEY) return
    const { backUpIfDue } = await import('./back-up-if-due.ts')
    await backUpIfDue(deps, run?.stopping)
  },
})
