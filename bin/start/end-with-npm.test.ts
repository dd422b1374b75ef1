import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../test/support/doomed/ends-with-npm.ts')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-npm-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a killed npm takes with it what it started, through a second npm', async () => {
  const said = join(folder, 'said')
  const scripts = { start: 'npm run -s now', now: `"${process.execPath}" "${PROGRAM}" "${said}"` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' })
  const words = () => (existsSync(said) ? readFileSync(said, 'utf8') : '')
  await expect.poll(words).toBe('runs\n')
  npm.kill('SIGKILL')
  await expect.poll(words).toBe('runs\nended\n')
})
