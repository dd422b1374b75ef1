import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import type { ChildTask, Report } from './reports.ts'

export type Run = Pick<
  ChildTask,
  'serverUrl' | 'steps' | 'mutant' | 'twice' | 'untilFound' | 'tells' | 'whole'
> & {
  seeds: number[]
  processes: number
}

let runs = 0

/** A run takes seconds, and each is reported: a process that says nothing for so long will never end. */
const SILENT_MS = 300_000
/** A history makes much and keeps little: with the usual 16 MiB a fifth of the time goes to collecting it. */
const YOUNG_MIB = 128

/**
 * Divides the seeds among processes, each with a database of its own. With `untilFound`, all end when one has found a
 * broken promise.
 */
export const runSeeds = async (
  { seeds, processes, ...rest }: Run,
  hear: (report: Report) => void,
): Promise<void> => {
  runs += 1
  const tasks = Array.from({ length: Math.min(processes, seeds.length) }, (_, place) => ({
    ...rest,
    name: `simulation_${process.pid}_${runs}_${place}`,
    seeds: seeds.filter((_, index) => index % processes === place),
  }))
  const ending = new AbortController()
  const ended = await Promise.allSettled(
    tasks.map((task) =>
      runChild(task, ending.signal, (report) => {
        if (ending.signal.aborted) return
        hear(report)
        if (rest.untilFound && report.kind === 'seed' && report.findings.length > 0) ending.abort()
      }),
    ),
  )
  await letGo(
    rest.serverUrl,
    tasks.map(({ name }) => name),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

/** A process that was killed may have left sessions of the server stopped, which could then not be shut down. */
const letGo = async (serverUrl: string, names: string[]): Promise<void> => {
  const admin = new Client({ connectionString: serverUrl.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = any($1::text[])',
    [names],
  )
  for (const { pid } of rows) {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // It has ended meanwhile.
    }
  }
  await admin.end()
}

const runChild = (task: ChildTask, signal: AbortSignal, hear: (report: Report) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(task)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_MIB}`],
    })
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    let silent = setTimeout(end, SILENT_MS)
    child.on('message', (report: Report) => {
      clearTimeout(silent)
      silent = setTimeout(end, SILENT_MS)
      hear(report)
    })
    child.on('close', (code) => {
      clearTimeout(silent)
      signal.removeEventListener('abort', end)
      if (code === 0 || signal.aborted) resolve()
      else reject(new Error(`A simulation ended with ${code}.`))
    })
  })
