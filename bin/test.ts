import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leftOutInWords, readLeftOut } from './left-out.ts'
import { judgeProofs, readRan, readRows } from './spec/spec-coverage.ts'

/**
 * Everything that must hold, in the order in which a fault is cheapest to find: the checks beside each other, then the
 * tests. Stops after the checks, or at the step, that failed.
 */
const ROOT = join(import.meta.dirname, '..')
/** What one process compiled the next one reads: the tests start hundreds. */
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled')
const reports = mkdtempSync(join(tmpdir(), 'goodword-reports-'))

type Step = { name: string; args: string[]; report?: string; settings?: Record<string, string> }

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

// What the types and the lint read is written by the description of the API.
const description: Step = { name: 'api', args: [process.execPath, join(ROOT, 'bin/api.ts')] }
const checks: Step[] = [
  { name: 'types', args: [bin('tsc'), '--noEmit', '--checkers', '2'] },
  { name: 'lint', args: [bin('oxlint'), '--deny-warnings'] },
  { name: 'comments', args: [process.execPath, join(ROOT, 'bin/walls/comment-width.ts')] },
  { name: 'format', args: [bin('oxfmt'), '--check', '.'] },
  { name: 'walls', args: [process.execPath, join(ROOT, 'bin/walls.ts')] },
  { name: 'migrations', args: [process.execPath, join(ROOT, 'bin/lint-migrations.ts')] },
  { name: 'schema', args: [process.execPath, join(ROOT, 'bin/schema.ts'), '--check'] },
]
const tests: Step[] = [
  {
    name: 'unit, integration and contract',
    args: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    report: vitestReport,
  },
  {
    name: 'browser',
    args: [bin('playwright'), 'test', '--reporter=list,json'],
    report: playwrightReport,
    settings: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  },
]

let passed = 0
let failed = 0
await runChecks()
for (const { name, args, report, settings } of tests) {
  console.log(`\n── ${name}`)
  const [command, ...rest] = args
  const { status } = spawnSync(command!, rest, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  const counts = report ? readCounts(report) : undefined
  passed += counts?.passed ?? 0
  failed += counts?.failed ?? 0
  const ranNothing = counts !== undefined && counts.passed === 0
  if (status !== 0 || ranNothing) {
    console.error(ranNothing ? `\nThe step "${name}" ran no test.` : `\nThe step "${name}" failed.`)
    end(1)
  }
}
end(proveSpec())

/** Each says its own words once it has ended. */
async function runChecks(): Promise<void> {
  const passedAll = (await runCheck(description)) && (await Promise.all(checks.map(runCheck))).every(Boolean)
  if (!passedAll) end(1)
}

function runCheck({ name, args: [command, ...rest] }: Step): Promise<boolean> {
  const child = spawn(command!, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const words: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => words.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => {
      console.log(`\n── ${name}\n${Buffer.concat(words).toString().trim()}`)
      if (code !== 0) console.error(`\nThe step "${name}" failed.`)
      done(code === 0)
    })
  })
}

function end(code: number): never {
  for (const line of leftOutInWords(readReports().flatMap((report) => readLeftOut(report, ROOT))))
    console.log(line)
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(code)
}

/** Whether each row of docs/spec-coverage.md is held by tests that passed just now. */
function proveSpec(): number {
  console.log('\n── what was asked for')
  const rows = readRows(readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8'))
  const { faults, passed: proved, all } = judgeProofs(rows, readReports().flatMap(readRan))
  for (const fault of faults) console.error(fault)
  console.log(`${proved} of ${all} proofs passed, for ${rows.length} rows.`)
  return faults.length === 0 ? 0 : 1
}

/** Of the runners that have ended. */
function readReports(): unknown[] {
  return [vitestReport, playwrightReport]
    .filter((report) => existsSync(report))
    .map((report): unknown => JSON.parse(readFileSync(report, 'utf8')))
}

/** Both runners' JSON reports, in one shape. */
function readCounts(file: string): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests?: number
    numFailedTests?: number
    testResults?: { status: string; assertionResults: { status: string }[] }[]
    stats?: { expected: number; unexpected: number; flaky: number }
  }
  if (report.stats)
    return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  // A file may fail with none of its tests: in what goes before or after them.
  const filesFailed = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + filesFailed.length }
}
