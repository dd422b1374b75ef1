import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDoomed } from '../test/support/until-killed.ts'
import { claimFolder } from './claim-folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-claim-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('of several processes that claim a folder at once one gets it, and the others print what to do', async () => {
  const claims = await Promise.allSettled([1, 2, 3, 4].map(() => claimFolder(folder)))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(claimFolder(folder)).rejects.toThrow(
    `Goodword is running already with the data in ${folder}. Stop that one first, or set DATA_DIR, PORT and SANDBOX_PORT for a second.`,
  )
})

test('a second start on the same folder says so and ends, and touches nothing', async () => {
  const first = await startDoomed('claims-folder', [folder])
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0' },
    encoding: 'utf8',
  })
  await first.kill()
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('Goodword is running already')
})

test('the claim of a killed process is free at once', async () => {
  const first = await startDoomed('claims-folder', [folder])
  await expect(claimFolder(folder)).rejects.toThrow('running already')
  await first.kill()
  await claimFolder(folder)
})
