import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../test/support/needs.ts'

const FOLDER = import.meta.dirname
const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))
const read = (unit: string) => readFileSync(join(FOLDER, unit), 'utf8')
/** Of `systemd-analyze security`: 10 is no protection at all. What is left is the network, which it needs. */
const MOST_EXPOSED = 15

const version = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const withTool = needs(version.status === 0, 'systemd-analyze')

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'goodword-units-'))
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
  for (const unit of units) cpSync(join(FOLDER, unit), join(root, 'etc/systemd/system', unit))
  mkdirSync(join(root, 'opt/goodword/bin'), { recursive: true })
  writeFileSync(join(root, 'opt/goodword/bin/goodword'), '#!/bin/sh\n', { mode: 0o755 })
})
afterAll(() => rmSync(root, { recursive: true }))

test('there is one unit for migrate, api and worker each, of one and the same shelter', () => {
  expect(units).toEqual(['goodword-api.service', 'goodword-migrate.service', 'goodword-worker.service'])
  const shelters = units.map((unit) => /# Of the machine[^]*?# Not MemoryDeny.*\n/.exec(read(unit))?.[0])
  expect(new Set(shelters).size).toBe(1)
  expect(shelters[0]).toContain('ProtectSystem=strict')
  for (const unit of units) expect(read(unit)).not.toMatch(/^MemoryDenyWriteExecute/m)
})

test('api and worker are started again for ever, and get the time to finish', () => {
  for (const unit of ['goodword-api.service', 'goodword-worker.service'])
    for (const line of ['Restart=always', 'StartLimitIntervalSec=0', 'TimeoutStopSec=30'])
      expect(read(unit).split('\n')).toContain(line)
})

test('the worker alone may write, to the folder of backups, which the page makes for its user', () => {
  const writes = units.filter((unit) => /^ReadWritePaths=/m.test(read(unit)))
  expect(writes).toEqual(['goodword-worker.service'])
  expect(read(writes[0]!)).toMatch(/^ReadWritePaths=-\/var\/backups\/goodword$/m)
  const page = readFileSync(join(FOLDER, '../../docs/DEPLOY.md'), 'utf8')
  expect(page).toMatch(/^install --directory --owner=goodword .*\/var\/backups\/goodword$/m)
})

test('a database that is away when the server starts keeps nothing from starting later', () => {
  for (const unit of ['goodword-api.service', 'goodword-worker.service']) {
    expect(read(unit)).toMatch(/^Wants=goodword-migrate.service$/m)
    expect(read(unit)).toMatch(/^After=goodword-migrate.service /m)
    expect(read(unit)).not.toMatch(/^(Requires|BindsTo|Requisite)=/m)
  }
  expect(read('goodword-migrate.service')).toMatch(/^Restart=on-failure$/m)
})

test('systemd takes them as they are', withTool, () => {
  const paths = units.map((unit) => `/etc/systemd/system/${unit}`)
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', `--root=${root}`, ...paths], {
    encoding: 'utf8',
  })
  // Of the units of ours only: the root has no others.
  const ours = stderr.split('\n').filter((line) => line.includes('goodword') && !line.includes('not found'))
  expect(ours).toEqual([])
  expect([0, 1]).toContain(status)
})

test.for(units)('systemd finds little that %s could do', withTool, (unit) => {
  const { stdout, stderr, status } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=yes', `--root=${root}`, `--threshold=${MOST_EXPOSED}`, unit],
    { encoding: 'utf8', env: { ...process.env, SYSTEMD_COLORS: '0' } },
  )
  expect(status, `${stdout}${stderr}`).toBe(0)
})
