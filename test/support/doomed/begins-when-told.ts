import { appendFileSync } from 'node:fs'
import { untilTold } from '../../../server/platform/process/process-life.ts'

const file = process.env['SAID']!
appendFileSync(file, 'loaded\n')
await untilTold('prepare')
appendFileSync(file, 'prepared\n')
await untilTold('serve')
appendFileSync(file, 'begun\n')
process.send!('ready')
process.once('disconnect', () => process.exit(0))
