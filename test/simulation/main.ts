import { fork } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import type { ChildTask, Report } from './reports.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '30' },
    processes: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    mutant: { type: 'string' },
    twice: { type: 'boolean', default: false },
    sums: { type: "boolean", default: false },
    whole: { type: 'boolean', default: false },
  },
})
const from = Number(values.seed)
const count = Number(values.seeds)
const processes = Math.min(Number(values.processes), count)

// In memory where that is possible: nothing of it is to outlive the run.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'goodword-simulation-'))
chmodSync(folder, 0o755)
const postgres = await startEmbeddedPostgres(folder, {
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    deadlock_timeout: '1h',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '100',
  },
})

let failed = 0
let done = 0
let minutes = 0
let texts = 0
const startedAt = performance.now()

const hear = (one: Report): void => {
  if (one.kind === 'story') return console.log(one.lines.join('\n'))
  if (one.kind === 'end') return undefined
  done += 1
  minutes += one.minutes
  texts += one.texts
  if (one.findings.length > 0) failed += 1
  if (values.sums) console.log(`seed ${one.seed} ${one.sum}`)
  for (const { promise, what } of one.findings) console.log(`seed ${one.seed}: ${promise}: ${what}`)
}

const run = (task: ChildTask): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(task)])
    child.on('message', hear)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A simulation ended with ${code}.`))))
  })

try {
  const seeds = Array.from({ length: count }, (_, index) => from + index)
  const tasks = Array.from({ length: processes }, (_, place) => ({
    serverUrl: postgres.url,
    name: `simulation_${place}`,
    seeds: seeds.filter((seed) => seed % processes === place),
    steps: Number(values.steps),
    mutant: values.mutant,
    twice: values.twice,
    untilFound: values.mutant !== undefined,
    tells: count === 1,
    whole: values.whole,
  }))
  await Promise.all(tasks.map(run))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
const wallMinutes = (performance.now() - startedAt) / 60_000
console.log(
  `${done} seeds, ${failed} of them break a promise; ${texts} texts; ${(minutes / 60).toFixed(0)} simulated hours in ` +
    `${(wallMinutes * 60).toFixed(0)} s: ${(minutes / wallMinutes).toFixed(0)} simulated minutes a minute.`,
)
process.exit(failed === 0 ? 0 : 1)
