import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startRig } from './rig.ts'

test('a rig that was stopped in the middle of a drill starts nothing again, and leaves no folder', async () => {
  const rig = await startRig({ postgresSettings: { fsync: 'off' } })
  rig.postgres.kill()
  const restarted = rig.postgres.restart()
  await rig.stop()
  await restarted.catch(() => undefined)
  const again = await Promise.allSettled([rig.postgres.restart(), rig.api.start()])
  expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([rig.postgres.pid(), rig.api.pid(), existsSync(rig.dataDir)]).toEqual([undefined, undefined, false])
})
