import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../test/support/live-settings.ts'
import { EnvError, readEnv, SETTINGS } from '../server/platform/process/env.ts'

const TEMPLATE = 'deploy/goodword.env.example'
const lines = readFileSync(join(import.meta.dirname, '..', TEMPLATE), 'utf8').split('\n')
const SETTING = /^#?([A-Z][A-Z0-9_]*)=(.*)$/
const named = lines.flatMap((line) => SETTING.exec(line)?.[1] ?? [])

test('the template names every setting that the product reads, and no other', () => {
  const missing = SETTINGS.filter((name) => !named.includes(name)).map(
    (name) => `${TEMPLATE} lacks ${name}: add two lines, "# What it is for." and "#${name}=its default"`,
  )
  const unknown = named
    .filter((name) => !SETTINGS.includes(name))
    .map((name) => `${TEMPLATE} names ${name}, which no setting in server/platform/process/env.ts is`)
  expect([...missing, ...unknown]).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test('each of its settings is explained in the lines above it', () => {
  const bare = lines.flatMap((line, index) => {
    const name = SETTING.exec(line)?.[1]
    // Settings that belong together share the words above the first of them.
    const above = lines.slice(0, index).findLast((earlier) => !SETTING.test(earlier))
    return name && !/^# \S.*\.$/.test(above ?? '') && !/^# .*(:|: .*)$/.test(above ?? '') ? [name] : []
  })
  expect(bare.map((name) => `${TEMPLATE} does not say above ${name} what it is for`)).toEqual([])
})

test('what it shows as a default is the default', () => {
  const shown = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^#([A-Z][A-Z0-9_]*)=(.+)$/.exec(line) ?? []
      return name && value && !['HEALTH_FILE', 'TWILIO_MESSAGING_SERVICE_SID'].includes(name)
        ? [[name, value]]
        : []
    }),
  )
  expect(readEnv({ ...LIVE_SETTINGS, ...shown })).toEqual(readEnv(LIVE_SETTINGS))
})

test('OPERATIONS.md marks what live mode demands, and nothing else', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/OPERATIONS.md'), 'utf8')
  const cells = [...page.matchAll(/^\| (`[^|]+) \(\*demanded\*\) \|/gm)].map(([, cell]) => cell!)
  const marked = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!))
  const { GOODWORD_MODE, ...others } = LIVE_SETTINGS
  // Either of the two that name a sender is enough.
  expect(marked.toSorted()).toEqual([...Object.keys(others), 'TWILIO_MESSAGING_SERVICE_SID'].toSorted())
  for (const name of Object.keys(others))
    expect(() => readEnv({ GOODWORD_MODE, ...others, [name]: '' })).toThrow(EnvError)
})
