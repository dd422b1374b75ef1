import { once } from 'node:events'
import { createLog } from '../../../server/platform/process/log.ts'
import { closeOnExit } from '../../../server/platform/process/process-life.ts'

closeOnExit(createLog('doomed', 'silent'), async () => {
  process.send!('closing')
  await once(process, 'message')
})
process.send!('runs')
