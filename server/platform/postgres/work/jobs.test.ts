import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { asOwner } from '../../../../test/support/product.ts'
import { useDatabase } from '../../../../test/support/database.ts'
import { startStallingProxy } from '../../../../test/support/stalling-proxy.ts'
import { startDoomed } from '../../../../test/support/until-killed.ts'
import { inTransaction } from '../connections/db.ts'
import { enqueue, runJobs, type Jobs, type Tasks } from './jobs.ts'
import { createLog } from '../../process/log.ts'

const base = useDatabase()
const log = createLog('test', 'silent')
const workers: Jobs[] = []

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

const startWorker = async (
  tasks: Tasks,
  { url = base.url, lostAfterMs }: { url?: string; lostAfterMs?: number } = {},
): Promise<string> => {
  const id = crypto.randomUUID()
  workers.push(
    await runJobs(url, {
      db: base.db,
      id,
      tasks,
      crontab: '',
      concurrency: 2,
      log,
      lookMs: 100,
      ...(lostAfterMs ? { lostAfterMs } : {}),
    }),
  )
  return id
}
const waiting = () =>
  asOwner(base.url, async (pool) => {
    const { rows } = await pool.query<{ payload: unknown }>(
      'select payload from graphile_worker._private_jobs order by id',
    )
    return rows.map(({ payload }) => payload)
  })
const failed = () =>
  asOwner(base.url, async (pool) => {
    const { rows } = await pool.query(
      'select from graphile_worker._private_jobs where last_error is not null and locked_at is null',
    )
    return rows
  })
const empty = () => asOwner(base.url, (pool) => pool.query('delete from graphile_worker._private_jobs'))

test('a job is there when the transaction that decided it is, and not when that is undone', async () => {
  await inTransaction(base.db, 'begin', (trx) => enqueue(trx, 'kept', { a: 1 }))
  const undone = inTransaction(base.db, 'begin', async (trx) => {
    await enqueue(trx, 'undone', { a: 1 })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await waiting()).toEqual([{ a: 1 }])
  await empty()
})

test('many causes of one kind make one job, with the payload of the last', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () => enqueue(base.db, 'sweep', { from: 'many' }, { key: 'sweep:a' })),
  )
  await enqueue(base.db, 'sweep', { from: 'last' }, { key: 'sweep:a' })
  await enqueue(base.db, 'sweep', { from: 'other' }, { key: 'sweep:b' })
  expect(await waiting()).toEqual([{ from: 'last' }, { from: 'other' }])
  await empty()
})

test('a job that is asked for while it runs runs once more', async () => {
  const ends: (() => void)[] = []
  let runs = 0
  await enqueue(base.db, 'slow', {}, { key: 'slow:a' })
  await startWorker({
    slow: () => {
      runs += 1
      return new Promise((done) => ends.push(done))
    },
  })
  await expect.poll(() => runs).toBe(1)
  await enqueue(base.db, 'slow', {}, { key: 'slow:a' })
  ends.shift()!()
  await expect.poll(() => runs).toBe(2)
  ends.shift()!()
  await expect.poll(waiting).toEqual([])
})

test('a job that failed is kept and tried again, at once where it is asked for anew', async () => {
  let runs = 0
  await enqueue(base.db, 'shaky', {}, { key: 'shaky:a' })
  await startWorker({
    shaky: async () => {
      runs += 1
      if (runs === 1) throw new Error('no')
    },
  })
  await expect.poll(() => runs).toBe(1)
  // Asked for before its failure is written down, it would be a job of its own beside the one that runs.
  await expect.poll(failed).toHaveLength(1)
  await enqueue(base.db, 'shaky', {}, { key: 'shaky:a' })
  await expect.poll(() => runs).toBe(2)
  await expect.poll(waiting).toEqual([])
})

test('a task under way learns that its process stops, and is waited for', async () => {
  const seen: string[] = []
  await enqueue(base.db, 'long', {})
  await startWorker({
    long: async (_payload, run) => {
      seen.push('begun')
      await new Promise<void>((done) => run!.stopping!.addEventListener('abort', () => done()))
      seen.push('ended')
    },
  })
  await expect.poll(() => seen).toEqual(['begun'])
  await workers.pop()!.stop()
  expect(seen).toEqual(['begun', 'ended'])
  expect(await waiting()).toEqual([])
})

test('the jobs of a worker that was killed are done by another within seconds', async () => {
  await enqueue(base.db, 'hold', { businessId: 'a' })
  const doomed = await startDoomed('holds-job', [base.url])
  let done = 0
  await startWorker({
    hold: async () => {
      done += 1
    },
  })
  await doomed.kill()
  await expect.poll(() => done, { timeout: 20_000, interval: 100 }).toBe(1)
  await expect.poll(waiting).toEqual([])
})

test('no job is taken by a worker whose row the others cannot read yet', async () => {
  await asOwner(base.url, (pool) =>
    pool.query(`
      create table taken (by_known boolean);
      grant insert on taken to public;
      create function note_taken() returns trigger language plpgsql as $$ begin
        insert into taken select exists (select from processes p where p.pool_id = new.locked_by);
        return new;
      end $$;
      create trigger note_taken after update on graphile_worker._private_jobs
        for each row when (old.locked_by is null and new.locked_by is not null) execute function note_taken();
      create function write_slowly() returns trigger language plpgsql as $$ begin
        perform pg_sleep(1);
        return new;
      end $$;
      create trigger write_slowly before insert on processes for each row execute function write_slowly();`),
  )
  let runs = 0
  await enqueue(base.db, 'early', {})
  await startWorker({
    early: async () => {
      runs += 1
    },
  })
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
  const { rows } = await asOwner(base.url, async (pool) => {
    const seen = await pool.query('select by_known from taken')
    await pool.query('drop function note_taken, write_slowly cascade; drop table taken')
    return seen
  })
  expect(rows).toEqual([{ by_known: true }])
  await expect.poll(waiting).toEqual([])
})

test('the jobs and leases of a worker that was stopped are taken from it', async () => {
  await enqueue(base.db, 'hold', { businessId: 'b' })
  const stopped = await startDoomed('holds-job', [base.url])
  stopped.stop()
  await asOwner(base.url, async (pool) => {
    await pool.query(`insert into leases (name, holder, expires_at)
      select 'sync:a', id, now() + interval '1 hour' from processes where kind = 'worker'`)
  })
  let done = 0
  await startWorker({
    hold: async () => {
      done += 1
    },
  })
  await expect.poll(() => done, { timeout: 20_000, interval: 100 }).toBe(1)
  const { rows } = await asOwner(base.url, (pool) => pool.query('select from leases'))
  expect(rows).toEqual([])
  await stopped.kill()
})

test('the jobs of a worker that runs are left to it', async () => {
  const ends: (() => void)[] = []
  let stolen = 0
  await enqueue(base.db, 'long', {})
  await startWorker({ long: () => new Promise((done) => ends.push(done)) })
  await expect.poll(() => ends).toHaveLength(1)
  const second = await startWorker({
    long: async () => {
      stolen += 1
    },
  })
  const writings = new Set<string>()
  const countWritings = async () => {
    const { rows } = await sql<{ at: string }>`
      select seen_at::text as at from processes where id = ${second}`.execute(base.db)
    for (const { at } of rows) writings.add(at)
    return writings.size
  }
  try {
    // It writes its row before each look, and takes the jobs of those that were silent through six.
    await expect.poll(countWritings, { interval: 20 }).toBeGreaterThan(9)
    // Given back, it could also go to the first worker again.
    expect([ends.length, stolen]).toEqual([1, 0])
  } finally {
    for (const end of ends) end()
  }
  await expect.poll(waiting).toEqual([])
  expect(stolen).toBe(0)
})

test('a job whose end could not be written ends no process: it is run again once the database is back', async () => {
  const proxy = await startStallingProxy(base.url)
  const error = vi.spyOn(log, 'error')
  let runs = 0
  await enqueue(base.db, 'cut-off', {})
  await startWorker(
    {
      'cut-off': async () => {
        runs += 1
        if (runs === 1) proxy.stall({ closed: true })
      },
    },
    { url: proxy.url },
  )
  // Opened sooner, a connection that is made meanwhile could still write the end.
  const ended = 'the job queue ended by itself: starting it again'
  await expect.poll(() => error.mock.calls.flat(), { timeout: 25_000 }).toContain(ended)
  error.mockRestore()
  expect(runs).toBe(1)
  proxy.open()
  await expect.poll(() => runs, { timeout: 25_000 }).toBe(2)
  await expect.poll(waiting).toEqual([])
  await workers.splice(0)[0]!.stop()
  await proxy.close()
}, 60_000)

test('a queue that cannot ask its database at its start begins once it can', async () => {
  const proxy = await startStallingProxy(base.url)
  proxy.stall({ closed: true })
  const ran: unknown[] = []
  await enqueue(base.db, 'patient', { a: 1 })
  await startWorker({ patient: async (payload) => void ran.push(payload) }, { url: proxy.url })
  expect(ran).toEqual([])
  proxy.open()
  await expect.poll(() => ran, { timeout: 25_000 }).toEqual([{ a: 1 }])
  await workers.splice(0)[0]!.stop()
  await proxy.close()
})

test('a job that the database gave to a runner that no longer waited for it is given back, with its queue', async () => {
  const ran: unknown[] = []
  await startWorker({ ghost: async (payload) => void ran.push(payload) }, { lostAfterMs: 200 })
  await enqueue(base.db, 'ghost', { a: 1 }, { queue: 'ghosts', runAt: new Date(Date.now() + 3_600_000) })
  await asOwner(base.url, async (pool) => {
    const poolId = async () =>
      (await pool.query<{ id: string }>(`select pool_id as id from processes where pool_id is not null`))
        .rows[0]?.id
    await expect.poll(poolId).toBeTruthy()
    const locked = `locked_by = $1, locked_at = now() - interval '1 minute'`
    await pool.query(`update graphile_worker._private_job_queues set ${locked} where queue_name = 'ghosts'`, [
      await poolId(),
    ])
    await pool.query(`update graphile_worker._private_jobs set ${locked}, run_at = now()`, [await poolId()])
  })
  await expect.poll(() => ran).toEqual([{ a: 1 }])
  await expect.poll(waiting).toEqual([])
})

test('what a clock that was ahead has ticked keeps back no periodic job once a worker starts', async () => {
  await asOwner(base.url, async (pool) => {
    await pool.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
                      values ('ahead', now(), now() + interval '1 day'), ('right', now(), now() - interval '1 hour')`)
    await startWorker({})
    const { rows } = await pool.query<{ ago: number }>(
      `select round(extract(epoch from now() - last_execution) / 60)::int as ago
       from graphile_worker._private_known_crontabs order by identifier`,
    )
    expect(rows.map(({ ago }) => ago)).toEqual([0, 60])
  })
})
