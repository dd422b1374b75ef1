import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'goodword-installed-'))
chmodSync(folder, 0o777)
mkdirSync(join(folder, 'bin'))
copyFileSync(join(import.meta.dirname, 'goodword'), join(folder, 'bin/goodword'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As an installed release is run, by a user to whom nothing belongs. */
const installed = (settings: string, ...args: string[]) => {
  const isRoot = process.getuid?.() === 0
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/goodword'), args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], GOODWORD_ENV: settings },
    encoding: 'utf8',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  })
  return { status, said: stdout + stderr }
}

test('without settings an installed release begins no sandbox, and says what comes first', () => {
  const settings = join(folder, 'none', 'goodword.env')
  for (const args of [['businesses'], ['doctor'], ['worker'], ['grant', '--note', 'welcome']])
    expect(installed(settings, ...args)).toEqual({
      status: 1,
      said: `There are no settings at ${settings} yet: run \`goodword init\` first, or name them by GOODWORD_ENV.\n`,
    })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('the keys of backups are made where there are no settings, as the version is said', () => {
  const settings = join(folder, 'none', 'goodword.env')
  for (const args of [['backup', 'keygen', '--out', 'private.key'], ['--version']])
    expect(installed(settings, ...args).said).not.toContain('There are no settings')
})

test('settings that lie in a closed folder are not taken for none', () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o000)
  const { status, said } = installed(join(closed, 'goodword.env'), 'businesses')
  expect(status).toBe(1)
  expect(said).toMatch(
    /goodword\.env cannot be read by \S+: run this as its owner: runuser --user goodword -- goodword …\n$/,
  )
})
