import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { needs } from '../support/needs.ts'
import { ALERT_CASES, type AlertCase } from './alert-cases.ts'

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}

const ROOT = join(import.meta.dirname, '../..')
const RULES_FILE = join(ROOT, 'deploy/prometheus/alerts.yml')
const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const folder = mkdtempSync(join(tmpdir(), 'goodword-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

const withPromtool = needs(spawnSync('promtool', ['--version']).status === 0, 'promtool (Debian: prometheus)')

const inputOf = (series: Record<string, string>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

/** As promtool wants it: the labels and words of an alert that fires. */
const firing = ({ labels, annotations }: Rule, { labels: own = {} }: AlertCase) => ({
  exp_labels: { ...labels, ...own },
  exp_annotations: {
    ...annotations,
    summary: annotations.summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => own[name]!),
  },
})

/** Each with a file of its own, as promtool evaluates all rules of a file for each test of it. */
const writeTests = (rule: Rule, one: AlertCase): string => {
  const rulesFile = join(folder, `${rule.alert}.rules.yml`)
  writeFileSync(rulesFile, stringify({ groups: [{ name: 'one', rules: [rule] }] }))
  const tests = [
    {
      interval: '1m',
      input_series: inputOf(one.fires),
      alert_rule_test: [{ eval_time: one.at, alertname: rule.alert, exp_alerts: [firing(rule, one)] }],
    },
    {
      interval: '1m',
      input_series: inputOf(one.quiet),
      alert_rule_test: ['10m', one.at, '60m'].map((at) => ({
        eval_time: at,
        alertname: rule.alert,
        exp_alerts: [],
      })),
    },
  ]
  const file = join(folder, `${rule.alert}.test.yml`)
  writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
  return file
}

const runPromtool = (files: string[]): string => {
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' })
  const faults = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => !/^(Unit Testing:.*|\s*SUCCESS|)$/.test(line))
  return faults.join('\n')
}

test('each alert has a case that fires it, and one that does not', () => {
  expect(Object.keys(ALERT_CASES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

test('each alert fires when it should, and not before', withPromtool, () => {
  expect(runPromtool(rules.map((rule) => writeTests(rule, ALERT_CASES[rule.alert]!)))).toBe('')
})

test('promtool takes the file', withPromtool, () => {
  expect(spawnSync('promtool', ['check', 'rules', RULES_FILE]).status).toBe(0)
})

describe.each(rules)('$alert', ({ labels, annotations }) => {
  test('is critical or a warning, and says in one sentence what is wrong', () => {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/^.{10,100}\.$/)
  })

  test('leads to a section that says what it means and what to do', () => {
    const [file, anchor] = annotations.runbook_url.split('#')
    const section = sectionsOf(readFileSync(join(ROOT, file!), 'utf8')).get(anchor!)
    expect(section).toMatch(/\*\*It means\.\*\* .{20,}/)
    expect(section).toMatch(/\*\*Do\.\*\* .{20,}/)
  })
})

/** By the anchor that a heading has on a page of the repository. */
const sectionsOf = (markdown: string): Map<string, string> =>
  new Map(
    markdown
      .split(/^#+ /m)
      .slice(1)
      .map((section) => {
        const [heading = ''] = section.split('\n', 1)
        const anchor = heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .trim()
          .replaceAll(/\s/g, '-')
        return [anchor, section]
      }),
  )
