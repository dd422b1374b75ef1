import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Counter, Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { createLog } from '../process/log.ts'
import { readMetrics, startMetrics, type Metrics } from './metrics.ts'

const PROGRAM = join(import.meta.dirname, '../../../test/support/doomed/counts-and-shares.ts')
const base = useDatabase()
const children = new Set<ChildProcess>()

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await sql`delete from processes`.execute(base.db)
  await sql`update metric_totals set totals = '[]'`.execute(base.db)
})

const startCounting = async (id: string) => {
  const child = fork(PROGRAM, [base.url, id])
  children.add(child)
  await once(child, 'message')
  const ask = async (wish: 'count' | 'leave') => {
    const answered = once(child, 'message')
    child.send(wish)
    await answered
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { count: () => ask('count'), leave: () => ask('leave'), kill }
}

const log = createLog('test', 'silent')
let number = 0
const startReader = (): Metrics & { asked: Counter } => {
  const registry = new Registry()
  const asked = new Counter({ name: 'asked_total', help: 'x', registers: [registry] })
  const id = `reader-${(number += 1)}`
  return { ...startMetrics(base.db, { id, kind: 'api', registry, log, shareMs: 3_600_000 }), asked }
}

/** Every series of a counter or histogram, by its name and labels. */
const countersOf = (text: string): Map<string, number> => {
  const counters = new Map<string, number>()
  let isCounter = false
  for (const line of text.split('\n')) {
    if (line.startsWith('# TYPE')) isCounter = / (counter|histogram)$/.test(line)
    const [, series, value] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
    if (isCounter && series && !line.startsWith('#')) counters.set(series, Number(value))
  }
  return counters
}

const watchSums = (reader: Metrics) => {
  let before = new Map<string, number>()
  return async () => {
    const now = countersOf(await readMetrics(base.db, reader))
    for (const [series, value] of before)
      if (!((now.get(series) ?? Number.NaN) >= value))
        throw new Error(`${series} fell from ${value} to ${now.get(series)}`)
    before = now
    return now
  }
}

const fallSilent = (id: string) =>
  sql`update processes set seen_at = seen_at - interval '61 seconds' where id = ${`metrics:${id}`}`.execute(
    base.db,
  )

const SENT = 'texts_total{kind="sent"}'

test('no sum falls while processes are killed, come back, end in order and are replaced', async () => {
  const look = watchSums(startReader())
  const first = await startCounting('first')
  const second = await startCounting('second')
  for (let n = 0; n < 3; n += 1) await Promise.all([first.count(), second.count()])
  expect((await look()).get(SENT)).toBe(6)

  await first.kill()
  expect((await look()).get(SENT)).toBe(6)
  await fallSilent('first')
  expect((await look()).get(SENT)).toBe(6)

  // Taken for dead and folded, as after a minute without the database: then it goes on.
  await fallSilent('second')
  expect((await look()).get(SENT)).toBe(6)
  await second.count()
  expect((await look()).get(SENT)).toBe(7)
  await fallSilent('second')
  await look()

  const third = await startCounting('third')
  await third.count()
  expect((await look()).get(SENT)).toBe(8)
  await third.leave()
  const last = await look()
  expect(last.get(SENT)).toBe(8)
  expect(last.get('text_seconds_count')).toBe(16)
  expect(last.get('text_seconds_bucket{le="0.1"}')).toBe(8)
  expect(last.get('text_seconds_sum')).toBeCloseTo(6.4, 4)
})

test('many readers at once fold what a killed process had counted once', async () => {
  const readers = Array.from({ length: 8 }, startReader)
  const doomed = await startCounting('doomed')
  await doomed.count()
  await doomed.kill()
  await fallSilent('doomed')
  const sums = await Promise.all(readers.map((reader) => readMetrics(base.db, reader)))
  for (const text of sums) expect(countersOf(text).get(SENT)).toBe(1)
})

test('a process whose row is forgotten begins anew, and counts nothing twice', async () => {
  const look = watchSums(startReader())
  const sleeper = await startCounting('sleeper')
  await sleeper.count()
  await fallSilent('sleeper')
  await look()
  await sql`update processes set departed_at = departed_at - interval '25 hours'
            where id = 'metrics:sleeper'`.execute(base.db)
  await sql`insert into processes (id, kind, metrics, seen_at)
            values ('metrics:other', 'api', '[]', now() - interval '2 minutes')`.execute(base.db)
  await look()
  const { rows } = await sql`select from processes where id = 'metrics:sleeper'`.execute(base.db)
  expect(rows).toEqual([])
  await sleeper.count()
  expect((await look()).get(SENT)).toBe(1)
  await sleeper.count()
  expect((await look()).get(SENT)).toBe(2)
})

test('a program that ends at each start leaves a hundred rows and one sum', async () => {
  const reader = startReader()
  await sql`
    insert into processes (id, kind, metrics, seen_at)
    select 'metrics:' || n, 'worker',
           '[{"name":"starts_total","help":"x","type":"counter","aggregator":"sum","values":[{"value":1,"labels":{}}]}]',
           now() - interval '2 minutes'
    from generate_series(1, 250) n`.execute(base.db)
  expect(countersOf(await readMetrics(base.db, reader)).get('starts_total')).toBe(250)
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from processes where departed_at is not null`.execute(base.db)
  expect(rows[0]!.kept).toBe(100)
})
