import { runJobs } from '../../../server/platform/jobs.ts'
import { createLog } from '../../../server/platform/log.ts'

await runJobs(process.argv[2]!, {
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
