import { runJobs } from '../../../server/platform/postgres/jobs.ts'
import { createLog } from '../../../server/platform/process/log.ts'

await runJobs(process.argv[2]!, {
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
