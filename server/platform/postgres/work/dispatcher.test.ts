import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { createLog } from '../../process/log.ts'
import { dueKeys, startDispatcher, type Work } from './dispatcher.ts'
import { ALL_THAT_IS_DUE, wakeAll } from './wake.ts'

const base = useDatabase()
const log = createLog('test', 'silent')
const clock = () => new Date('2026-11-03T01:00:00Z')
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const dispatch = (work: Work[], atOnce = 1, isOwn?: (key: string) => boolean) => {
  const dispatcher = startDispatcher({
    db: base.db,
    url: base.url,
    databaseNow: async () => clock(),
    work,
    atOnce,
    log,
    ...(isOwn && { isOwn }),
  })
  stops.push(dispatcher.stop)
  return dispatcher
}
const none = () => sql`select 'x' as id where false`
const recording = (kind: string, due: Work['due'] = none) => {
  const ran: string[] = []
  return { ran, work: { kind, due, run: async (id: string) => void ran.push(id) } }
}

test('two kinds of work with one name are refused at the start, because one would never be done', () => {
  expect(() => dispatch([recording('one').work, recording('one').work])).toThrow("called 'one'")
})

test('what is due is found for every kind, with what it is and which', async () => {
  const one = recording('one', () => sql`select * from (values ('a'), ('b:c')) as t (id)`)
  const two = recording(
    'two',
    ({ now, woken }) => sql`
    select extract(epoch from ${now}::timestamptz - ${woken}::timestamptz)::integer::text as id`,
  )
  const keys = await dueKeys(base.db, [one.work, recording('none').work, two.work], clock())
  expect(keys.toSorted()).toEqual(['one:a', 'one:b:c', 'two:1'])
})

test('what is due is run without a wake, and what is woken without being due', async () => {
  const due = recording('due', () => sql`select 'a' as id`)
  const woken = recording('woken')
  dispatch([due.work, woken.work])
  await expect
    .poll(async () => {
      await wakeAll(base.db, ['woken:b:c', 'of-no-kind:d', 'no key'])
      return [due.ran[0], woken.ran[0]]
    })
    .toEqual(['a', 'b:c'])
})

test('all that is due is looked for at once where a worker is told to', async () => {
  // Time stands still: the next look by itself never comes.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const due = recording('due', () => sql`select 'a' as id`)
  dispatch([due.work])
  await expect
    .poll(async () => {
      await wakeAll(base.db, [ALL_THAT_IS_DUE])
      return due.ran[0]
    })
    .toBe('a')
  vi.useRealTimers()
})

test.each([1, undefined])(
  'work of one kind that is not answered holds up no other: %s',
  async (atOnceApart) => {
    const { promise: answer, resolve } = Promise.withResolvers<void>()
    const apart: Work = { kind: 'apart', due: none, run: () => answer, ...(atOnceApart && { atOnceApart }) }
    const other = recording('other')
    const dispatcher = dispatch([apart, other.work])
    for (let n = 1; n <= 20; n += 1) dispatcher.wake(`apart:${n}`)
    dispatcher.wake('other:a')
    await expect.poll(() => other.ran).toEqual(['a'])
    resolve()
  },
)

test('work under way learns that its process stops, and is waited for', async () => {
  const ended: boolean[] = []
  const work: Work = {
    kind: 'long',
    due: none,
    run: (_id, stopping) =>
      new Promise((done) => {
        stopping.addEventListener('abort', () => setImmediate(() => done(void ended.push(true))))
      }),
  }
  const dispatcher = dispatch([work])
  dispatcher.wake('long:a')
  await dispatcher.stop()
  expect(ended).toEqual([true])
})

test('while it stops and still waits for its scan, what ends makes room for nothing that waits', async () => {
  const begun: string[] = []
  const work = Promise.withResolvers<void>()
  const scan = Promise.withResolvers<Date>()
  let isScanning = false
  const run = async (id: string) => {
    begun.push(id)
    await work.promise
  }
  const databaseNow = () => {
    isScanning = true
    return scan.promise
  }
  const one = { kind: 'one', due: none, run }
  const dispatcher = startDispatcher({ db: base.db, url: base.url, databaseNow, work: [one], atOnce: 1, log })
  dispatcher.wake('one:a')
  dispatcher.wake('one:b')
  await expect.poll(() => isScanning, { timeout: 5_000 }).toBe(true)
  const stopped = dispatcher.stop()
  work.resolve()
  await nextTurn()
  scan.resolve(clock())
  await stopped
  expect(begun).toEqual(['a'])
})

test('what another worker should do is left to it, and taken over once where it stays due', async () => {
  let now = clock()
  let scans = 0
  /** Received then, and handled by nobody. */
  const since = clock().getTime()
  const dueSince =
    (from: () => number): Work['due'] =>
    (moment) =>
      sql`select 'a' as id where ${from()}::bigint <= ${moment.woken.getTime()}::bigint`
  const ours = recording(
    'ours',
    dueSince(() => since),
  )
  const theirs = recording(
    'theirs',
    dueSince(() => since),
  )
  // A flow: in each scan something is due that was received two seconds ago.
  const flow = recording(
    'flow',
    dueSince(() => now.getTime() - 2_000),
  )
  const shared = recording(
    'shared',
    dueSince(() => since),
  )
  const divided = [ours, theirs, flow].map(({ work }) => ({ ...work, isDivided: true }))
  const databaseNow = async () => {
    scans += 1
    return now
  }
  const isOwn = (key: string) => key.startsWith('ours')
  const work = [...divided, shared.work]
  const dispatcher = startDispatcher({ db: base.db, url: base.url, databaseNow, work, atOnce: 1, log, isOwn })
  stops.push(dispatcher.stop)
  const scanAt = async (seconds: number) => {
    now = new Date(clock().getTime() + seconds * 1_000)
    const before = scans
    await expect
      .poll(async () => {
        await wakeAll(base.db, [ALL_THAT_IS_DUE])
        return scans
      })
      .toBeGreaterThan(before + 1)
  }
  await scanAt(1)
  await expect.poll(() => [ours.ran[0], shared.ran[0]]).toEqual(['a', 'a'])
  await wakeAll(base.db, ['theirs:a'])
  for (const second of [2, 3, 4, 5, 6]) await scanAt(second)
  expect(theirs.ran).toEqual([])
  await scanAt(7)
  await expect.poll(() => theirs.ran).toEqual(['a'])
  for (const second of [8, 9, 10, 11, 12]) await scanAt(second)
  expect(theirs.ran).toEqual(['a'])
  await scanAt(13)
  await expect.poll(() => theirs.ran).toEqual(['a', 'a'])
  expect(flow.ran).toEqual([])
  // The clock of the database may go back.
  await scanAt(8)
  await expect.poll(() => theirs.ran).toEqual(['a', 'a', 'a'])
})
