import { expect, test } from 'vitest'
import { createLog } from '../../process/log.ts'
import { DatabaseAway } from '../connections/database-away.ts'
import { keepRunning } from './job-runner.ts'

const log = createLog('test', 'silent')

test('one that is stopped before its database came starts no runner any more', async () => {
  let starts = 0
  const runner = await keepRunning({
    start: async () => {
      starts += 1
      throw new DatabaseAway('in a test')
    },
    unlock: async () => undefined,
    log,
  })
  await runner.stop()
  expect(starts).toBe(1)
})
