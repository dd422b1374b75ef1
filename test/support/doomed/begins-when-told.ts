import { appendFileSync } from 'node:fs'
import { untilWanted } from '../../../server/platform/process/process-life.ts'

const file = process.env['SAID']!
appendFileSync(file, 'loaded\n')
await untilWanted()
appendFileSync(file, 'begun\n')
process.send!('ready')
process.once('disconnect', () => process.exit(0))
