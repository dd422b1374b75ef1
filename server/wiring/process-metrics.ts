import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { WhyClosed } from '../platform/postgres/connections/kysely-pool.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'

export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** How a process itself is: its start, its clock, its connections, the calls that it makes and takes. */
export const createProcessMetrics = (registry: Registry, kind: 'api' | 'worker' | 'cli') => {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `goodword_${name}`, help, labelNames, registers: [registry] })
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `goodword_${name}`, help, labelNames, buckets: SECONDS, registers: [registry] })

  counter('process_starts_total', 'Starts of processes', ['process']).inc({ process: kind })
  const closed = counter('database_connections_closed_total', 'Connections that were given up', [
    'process',
    'reason',
  ])
  const calls = counter('vendor_calls_total', 'Calls to vendors by their answer', ['vendor', 'answer'])
  const callSeconds = histogram('vendor_call_seconds', 'Until a vendor answered, or did not', ['vendor'])
  const answers = counter('http_answers_total', 'Answers of the api', ['area', 'answer'])
  const answerSeconds = histogram('http_answer_seconds', 'Until the api had answered', ['area'])
  const jobs = counter('jobs_total', 'Jobs of the queue by how they ended', ['task', 'outcome'])
  const reports = counter('error_reports_total', 'Errors for Sentry by what became of them', ['outcome'])
  const clock = new Gauge({
    name: 'goodword_clock_difference_seconds',
    help: 'Between the clock of a process and that of the database: the worst',
    labelNames: ['process'],
    aggregator: 'max',
    registers: [registry],
  })

  return {
    recordClosed: (reason: WhyClosed) => closed.inc({ process: kind, reason }),
    recordClock: (seconds: number) => clock.set({ process: kind }, Math.abs(seconds)),
    recordCall: (vendor: string, answer: string, seconds: number) => {
      calls.inc({ vendor, answer })
      callSeconds.observe({ vendor }, seconds)
    },
    recordReport: (outcome: 'sent' | 'failed' | 'dropped') => reports.inc({ outcome }),
    recordAnswer: (route: string, status: number, ms: number) => {
      const area = areaOf(route)
      if (!area) return
      answers.inc({ area, answer: `${Math.floor(status / 100)}xx` })
      answerSeconds.observe({ area }, ms / 1000)
    },
    watchPool: (pool: Pool) => watchPool(registry, kind, pool),
    countRuns: (tasks: Tasks): Tasks =>
      Object.fromEntries(
        Object.entries(tasks).map(([task, run]) => {
          for (const outcome of ['done', 'failed']) jobs.inc({ task, outcome }, 0)
          const count = (outcome: string) => jobs.inc({ task, outcome })
          return [
            task,
            (payload, how) =>
              run(payload, how).then(
                () => count('done'),
                (cause: unknown) => {
                  count('failed')
                  throw cause
                },
              ),
          ]
        }),
      ),
  }
}

const watchPool = (registry: Registry, kind: string, pool: Pool): void => {
  const connections = new Gauge({
    name: 'goodword_database_connections',
    help: 'Connections of the processes',
    labelNames: ['process', 'state'],
    registers: [],
    collect() {
      this.set({ process: kind, state: 'idle' }, pool.idleCount)
      this.set({ process: kind, state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  const waiting = new Gauge({
    name: 'goodword_database_waiting',
    help: 'What waits for a connection although all that may be are open',
    labelNames: ['process'],
    registers: [],
    collect() {
      this.set({ process: kind }, pool.waitingCount)
    },
  })
  for (const gauge of [connections, waiting]) registry.registerMetric(gauge)
}

/** What asks for monitoring is not counted. */
const areaOf = (route: string): string | undefined => {
  if (/^\/(healthz|readyz|metrics|status(\.json)?)$/.test(route)) return undefined
  return /^\/(api|webhooks)\//.exec(route)?.[1] ?? 'pages'
}
