import { openDb } from '../../../server/database/database.ts'
import { runJobs } from '../../../server/platform/postgres/work/jobs.ts'
import { createLog } from '../../../server/platform/process/log.ts'

const url = process.argv[2]!
await runJobs(url, {
  db: openDb(url, { onError: () => undefined }).db,
  id: crypto.randomUUID(),
  tasks: {
    hold: async () => {
      process.send!('holding')
      await new Promise(() => undefined)
    },
  },
  crontab: '',
  concurrency: 1,
  log: createLog('test', 'silent'),
})
