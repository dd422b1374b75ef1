import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { buildDashboard } from '../../bin/dashboard/build-dashboard.ts'
import { ROWS } from '../../bin/dashboard/panels.ts'
import { needs } from '../support/needs.ts'
import { useProduct } from '../support/product.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const product = useProduct()

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
const rules = (parse(read('deploy/prometheus/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const panels = Object.values(ROWS).flat()
const asked = [
  ...rules.map(({ alert, expr }) => ({ by: alert, expr })),
  ...panels.flatMap(({ title, queries }) => Object.values(queries).map((expr) => ({ by: title, expr }))),
]

/** Present only where nightly backups are asked for; and of Prometheus itself. */
const NOT_OURS = ['goodword_backup_age_seconds', 'goodword_backup_verified_age_seconds', 'up']

let answer = ''
beforeAll(async () => {
  answer = await (await fetch(`${product.url}/metrics`)).text()
})

/** Of a histogram, its parts have names of their own. */
const namesIn = (text: string): Set<string> => {
  const names = new Set(NOT_OURS)
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm))
    for (const part of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + part)
  return names
}

/** Without what stands in quotes, in brackets and behind `by` or `without`. */
const metricsOf = (expr: string): string[] => {
  const bare = expr
    .replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on) \([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b((goodword|process|nodejs)_\w+|up)\b/g)].map(([name]) => name)
}

test.each(asked)('$by asks for what /metrics has: $expr', ({ expr }) => {
  const used = metricsOf(expr)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((name) => !namesIn(answer).has(name))).toEqual([])
})

/** Series of the api that does everything below have all labels that a query names. */
test('each label that a query names is one of its metric', async () => {
  const known = new Map<string, Set<string>>()
  for (const registry of [product.parts.metrics!.registry, product.parts.depths])
    for (const metric of registry.getMetricsAsArray()) {
      const { name, labelNames = [] } = metric as typeof metric & { labelNames?: string[] }
      known.set(name, new Set([...labelNames, 'le', 'instance', 'job']))
    }
  const unknown = asked.flatMap(({ by, expr }) =>
    [...expr.matchAll(/(goodword_\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\}/g)].flatMap(([, name, labels]) =>
      [...labels!.matchAll(/(\w+)!?=/g)]
        .filter(([, label]) => !known.get(name!)?.has(label!))
        .map(([, label]) => `${by}: ${name} has no ${label}`),
    ),
  )
  expect(unknown).toEqual([])
})

test('the operator reads of every metric what it is', () => {
  const ours = [...answer.matchAll(/^# TYPE (goodword_\w+)/gm)].map(([, name]) => name!)
  const described = [...read('docs/MONITORING.md').matchAll(/`(goodword_\w+)/g)].map(([, name]) => name!)
  expect(ours.filter((name) => !described.includes(name))).toEqual([])
  expect(described.filter((name) => !ours.includes(name) && !NOT_OURS.includes(name))).toEqual([])
})

describe('the dashboard', () => {
  test('is what its code makes: run `npm run dashboard` after a change', () => {
    expect(JSON.parse(read('deploy/grafana/goodword.json'))).toEqual(
      JSON.parse(JSON.stringify(buildDashboard())),
    )
  })

  test('shows each panel once, within 24 columns, none over another', () => {
    const { panels: built = [] } = buildDashboard()
    const taken = new Set<string>()
    for (const { gridPos } of built) {
      const { x = 0, y = 0, w, h } = gridPos!
      expect(x + w).toBeLessThanOrEqual(24)
      for (let column = x; column < x + w; column += 1)
        for (let row = y; row < y + h; row += 1) {
          expect(taken.has(`${column},${row}`)).toBe(false)
          taken.add(`${column},${row}`)
        }
    }
    expect(built).toHaveLength(panels.length + Object.keys(ROWS).length)
  })

  const withPromtool = needs(
    spawnSync('promtool', ['--version']).status === 0,
    'promtool (Debian: prometheus)',
  )
  test('asks nothing that Prometheus does not understand', withPromtool, () => {
    const folder = mkdtempSync(join(tmpdir(), 'goodword-panels-'))
    const file = join(folder, 'panels.yml')
    const recorded = asked.map(({ expr }, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules: recorded }] }))
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([status, stderr]).toEqual([0, ''])
  })
})
