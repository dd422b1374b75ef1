import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../test/support/doomed/ends-with-npm.ts')
let folder: string
const said = () => join(folder, 'said')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-npm-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  [
    'a second npm',
    () => ({ start: 'npm run -s now', now: `"${process.execPath}" "${PROGRAM}" "${said()}"` }),
  ],
  [
    'the Node that has just installed',
    () => {
      mkdirSync(join(folder, 'bin'))
      const flags = JSON.stringify([PROGRAM, said()])
      const code = `import { spawn } from 'node:child_process'\nspawn(process.execPath, ${flags})`
      writeFileSync(join(folder, 'bin/install.mjs'), code)
      return { start: `"${process.execPath}" bin/install.mjs bin/start.ts` }
    },
  ],
])('a killed npm takes with it what it started, through %s', async (_what, scripts) => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: scripts() }))
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' })
  const words = () => (existsSync(said()) ? readFileSync(said(), 'utf8') : '')
  await expect.poll(words).toBe('runs\n')
  npm.kill('SIGKILL')
  await expect.poll(words).toBe('runs\nended\n')
})
