import { once } from 'node:events'
import { createLog } from '../../../server/platform/process/log.ts'
import { closeOnExit, sayReady } from '../../../server/platform/process/process-life.ts'

const orphaned = once(process, 'disconnect')
process.send!('runs')
await orphaned
// As an open port would, it keeps the process.
setInterval(() => undefined, 1_000)
closeOnExit(createLog('doomed', 'silent'), async () => close())
const close = () => void process.stdout.write('closed')
// As each program does at its start.
sayReady()
