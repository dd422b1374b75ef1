import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { createLog } from '../../process/log.ts'
import { enqueue, runJobs, type Jobs, type Tasks } from './jobs.ts'

const base = useDatabase()
const log = createLog('test', 'silent')
const workers: Jobs[] = []

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

const startWorker = async (tasks: Tasks) => {
  const id = crypto.randomUUID()
  const own = { db: base.db, id, tasks, crontab: '', concurrency: 2, log, lookMs: 100 }
  workers.push(await runJobs(base.url, own))
}

test('workers that live know of each other, and of none that has ended', async () => {
  await startWorker({})
  await startWorker({})
  const known = () => workers.map((worker) => worker.otherWorkers().length)
  await expect.poll(known).toEqual([1, 1])
  await workers.pop()!.stop()
  await expect.poll(known).toEqual([0])
})

test('a worker that ends what it has begun counts for the others no more', async () => {
  const ended = Promise.withResolvers<void>()
  let begun = 0
  await startWorker({})
  const [first] = workers
  await startWorker({
    long: async () => {
      begun += 1
      await ended.promise
    },
  })
  await enqueue(base.db, 'long', {})
  await expect.poll(() => begun).toBe(1)
  await expect.poll(() => first!.otherWorkers()).toHaveLength(1)
  const stopped = workers.pop()!.stop()
  await expect.poll(() => first!.otherWorkers()).toEqual([])
  ended.resolve()
  await stopped
})
