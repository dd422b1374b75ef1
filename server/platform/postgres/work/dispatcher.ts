import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Log } from '../../process/log.ts'
import { createLane, type Aside, type Lane } from './lane.ts'
import type { Apart } from './lane-rests.ts'
import { repeatAfter } from './repeat-after.ts'
import { ALL_THAT_IS_DUE, listenForWakes } from './wake.ts'

/** `woken`: what became due after this moment was woken by the transaction that wrote it, and is left to that wake. */
export type Moment = { now: Date; woken: Date }

/** The later work of one noun: how it is found in the tables, and how one piece of it is done. */
export type Work = {
  /** The first half of its keys; `wake(trx, 'kind:id')` runs it at once. */
  kind: string
  /** Selects one column `id`: everything of this kind that is due. Part of the one statement of a scan. */
  due: (moment: Moment) => RawBuilder<unknown>
  /**
   * Does all that is due under this id. May run in several processes at once, and again after a crash. Once `stopping`
   * is aborted it begins nothing more. What may hang waits `aside`, so that it holds up no other run of its kind.
   */
  run: (id: string, stopping: AbortSignal, aside: Aside) => Promise<void>
  /** Lets work of this kind pass that waits for a place, for half a second at most: then it has more to do at once. */
  after?: string
  /** So many at once, where fewer than the worker's are enough. */
  atOnceApart?: number
  /** From the beginning of one run of an id to the next: what becomes due meanwhile is done together. */
  apart?: Apart
  /** Each id in one of several workers: for what comes often, and costs as much where another does it already. */
  isDivided?: boolean
}

export type Dispatcher = { wake: (key: string) => void; stop: () => Promise<void> }

type Options = {
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables the fragments name
  db: Kysely<any>
  url: string
  databaseNow: () => Promise<Date>
  work: Work[]
  /** So many runs of one kind at a time. */
  atOnce: number
  log: Log
  /** Called whenever a scan begins: so long as it is, this process is at work. */
  beat?: () => void
  /** Whether a key of divided work is this process's own. What another one leaves due is taken over soon. */
  isOwn?: (key: string) => boolean
}

const SCAN_EVERY_MS = 1_000
/** Another process may let more come together first: longer than the longest that any work waits for that. */
const LEFT_FOR_MS = 6_000

/**
 * Runs the work of all nouns. A key is run at once when it is woken, and every second all that is due is read from the
 * tables in one statement, because its time came, a wake was lost, or the process that worked on it was killed.
 * Nothing depends on the memory of a process.
 */
export const startDispatcher = ({
  db,
  url,
  databaseNow,
  work,
  atOnce,
  log,
  beat,
  isOwn = () => true,
}: Options): Dispatcher => {
  const stopping = new AbortController()
  const divided = work.filter((one) => one.isDivided)
  const isOurs = (key: string) => !divided.some(({ kind }) => kind === kindOf(key)) || isOwn(key)
  const lanes = openLanes(work, { atOnce, log, stopping: stopping.signal })
  const wake = (key: string) => lanes.get(kindOf(key))?.wake(key)
  const onWake = (key: string): void => {
    if (key === ALL_THAT_IS_DUE) scan.now()
    else if (isOurs(key)) wake(key)
  }
  const listener = listenForWakes(url, { onWake, log })
  /** Keys of others that are left, and when they were taken over: rarely, since their worker may only be far behind. */
  let left = new Map<string, Date>()
  const takeOver = async (now: Date): Promise<void> => {
    // Not what is due now: in a flow something always is, each time something else.
    const since = new Date(now.getTime() - LEFT_FOR_MS)
    const keys = (await dueKeys(db, divided, since)).filter((key) => !isOurs(key))
    left = new Map(
      keys.map((key) => {
        const at = left.get(key)
        if (at && at > since && at <= now) return [key, at]
        wake(key)
        return [key, now]
      }),
    )
  }
  const scan = repeatAfter(SCAN_EVERY_MS, log, async () => {
    beat?.()
    const now = await databaseNow()
    const due = await dueKeys(db, work, now)
    for (const key of due) if (isOurs(key)) wake(key)
    if (due.every(isOurs)) left.clear()
    else await takeOver(now)
  })
  return {
    wake,
    stop: async () => {
      stopping.abort()
      // All at once: while the scan is waited for, no lane may begin what it has in line.
      await Promise.all([...lanes.values(), listener, scan].map((part) => part.stop()))
    },
  }
}

const NEVER = new AbortController().signal

const inPlace: Aside = (wait) => wait()

/** Runs one key now. */
export const runKey = async (
  work: Work[],
  key: string,
  stopping = NEVER,
  aside: Aside = inPlace,
): Promise<void> => {
  const kind = kindOf(key)
  await work.find((one) => one.kind === kind)?.run(key.slice(kind.length + 1), stopping, aside)
}

/** The keys of all work that is due, without those for which a wake is under way. */
export const dueKeys = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables the fragments name
  db: Kysely<any>,
  work: Work[],
  now: Date,
): Promise<string[]> => {
  const moment = { now, woken: new Date(now.getTime() - SCAN_EVERY_MS) }
  const parts = work.map(
    ({ kind, due }) =>
      sql`select ${sql.lit(`${kind}:`)} || id as key from (${due(moment)}) as ${sql.id(kind)}`,
  )
  const { rows } = await sql<{ key: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ key }) => key)
}

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))

const openLanes = (
  work: Work[],
  { atOnce, log, stopping }: { atOnce: number; log: Log; stopping: AbortSignal },
): Map<string, Lane> => {
  const run = (key: string, aside: Aside) => runKey(work, key, stopping, aside)
  const lanes = new Map<string, Lane>()
  for (const { kind, after, atOnceApart, apart } of work) {
    if (lanes.has(kind)) throw new Error(`Two kinds of work are called '${kind}': one would never be done.`)
    const letPass = () => lanes.get(after ?? '')?.isBehind() ?? false
    lanes.set(kind, createLane({ run, atOnce: atOnceApart ?? atOnce, log, letPass, apart }))
  }
  return lanes
}
