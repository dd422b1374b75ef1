import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { xeroQueue } from '../organisations/ask-xero.ts'
import { enqueue, runJobs, type Jobs, type Tasks } from '../platform/postgres/work/jobs.ts'
import { createLog } from '../platform/process/log.ts'
import { CRONTAB, JOBS_AT_ONCE } from './periodic-work.ts'

const base = useDatabase()
const workers: Jobs[] = []
const hung: (() => void)[] = []
let isOver = false
afterEach(async () => {
  isOver = true
  for (const letGo of hung.splice(0)) letGo()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

const periodic = CRONTAB.split('\n').map((line) => {
  const [, task, queue, key] = /^\S+ \S+ \S+ \S+ \S+ (\S+) \?queue=([\w-]+)&jobKey=([\w-]+)$/.exec(line)!
  return { task: task!, queue: queue!, key: key! }
})

/** As the queue's clock does. */
const tick = async () => {
  for (const { task, queue, key } of periodic) await enqueue(base.db, task, {}, { queue, key })
}

test('where every vendor hangs the sweeps go on, and nothing periodic runs beside itself, on two workers', async () => {
  const running = new Map<string, number>()
  const most = new Map<string, number>()
  let sweeps = 0
  const hang = (task: string) => async () => {
    const now = (running.get(task) ?? 0) + 1
    running.set(task, now)
    most.set(task, Math.max(now, most.get(task) ?? 0))
    if (!isOver) await new Promise<void>((resolve) => hung.push(resolve))
    running.set(task, now - 1)
  }
  const tasks: Tasks = {
    ...Object.fromEntries(periodic.map(({ task }) => [task, hang(task)])),
    'sweep-due': async () => void (sweeps += 1),
    'sweep-organisation': hang('sweep-organisation'),
  }
  for (let worker = 0; worker < 2; worker += 1) {
    const options = { db: base.db, id: crypto.randomUUID(), log: createLog('test', 'silent'), lookMs: 100 }
    workers.push(await runJobs(base.url, { ...options, tasks, crontab: '', concurrency: JOBS_AT_ONCE }))
  }
  for (let n = 0; n < 40; n += 1)
    await enqueue(base.db, 'sweep-organisation', {}, { key: `sweep:${n}`, queue: `xero-${n % 3}` })
  for (let ticks = 1; ticks <= 4; ticks += 1) {
    await tick()
    await expect.poll(() => sweeps).toBe(ticks)
  }
  await expect.poll(() => most.get('tell-owners')).toBe(1)
  // Letters to thousands of owners hold up no mail of a flood, and the other way round.
  await expect.poll(() => most.get('weekly-letters')).toBe(1)
  expect(most.get('sweep-organisation')).toBe(3)
  for (const [task, times] of most)
    if (task !== 'sweep-organisation') expect([task, times]).toEqual([task, 1])
})

test('there is a slot for every queue', () => {
  const ofXero = Array.from('0123456789abcdef', xeroQueue)
  const queues = new Set([...periodic.map(({ queue }) => queue), ...queuesNamed(), ...ofXero])
  expect(queues).toContain('stripe')
  expect([...queues].toSorted()).toHaveLength(JOBS_AT_ONCE)
  expect(periodic.every(({ task, key }) => key === task)).toBe(true)
})

/** Those that the server's code names where it enqueues a job. */
const queuesNamed = (): string[] => {
  const server = join(import.meta.dirname, '..')
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/queue: '([\w-]+)'/g)])
    .map(([, queue]) => queue!)
}
