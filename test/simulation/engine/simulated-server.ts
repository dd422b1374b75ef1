import { Socket } from 'node:net'
import { Client } from 'pg'
import { cleanse, openBackend, type Answer, type Backend } from './backend.ts'
import type { Schedule } from './schedule.ts'
import { realChance } from './take-over-chance.ts'
import { simpleQuery, withCode } from './wire-messages.ts'

export type Server = Awaited<ReturnType<typeof openServer>>

type Blocked = { backend: Backend; answer?: Answer | undefined }

/** How long an answer is waited for before it is asked whether the statement waits for a lock. */
const LOOK_AFTER_MS = 3
const realTimeout = setTimeout

const pause = (ms: number): Promise<void> => new Promise((done) => realTimeout(done, ms))

/**
 * The real server behind the simulated connections. It knows the schedule's time and no other, and does one thing at a
 * time: a statement that waits for a lock stands still until another one lets it go.
 */
export const openServer = async (url: string, schedule: Schedule) => {
  const RealSocket = Socket
  const stream = () => new RealSocket()
  const control = new Client({ connectionString: url, stream })
  await control.connect()
  await control.query(`set search_path = public, simulation, pg_catalog`)
  const idle: Backend[] = []
  const blocked = new Map<Backend, Blocked>()
  let history = { timeline: 1, startedAt: 0 }
  /** Which history a session was given. */
  const knows = new Map<Backend, typeof history>()

  const hold = ({ backend }: Blocked): void => void process.kill(backend.pid, 'SIGSTOP')
  const free = ({ backend }: Blocked): void => void process.kill(backend.pid, 'SIGCONT')
  process.once('exit', () => blocked.forEach(free))

  /** Whom each of these waits for. One that was released waits for none. */
  const waits = async (pids: number[]): Promise<Map<number, number[]>> => {
    const { rows } = await control.query<{ pid: number; by: number[] }>(
      `select pid, case when wait_event_type = 'Lock' then pg_blocking_pids(pid) else '{}' end as by
       from pg_stat_activity where pid = any($1::int[])`,
      [pids],
    )
    return new Map(rows.map(({ pid, by }) => [pid, by]))
  }
  /** Until it was answered, or stands behind another: then its process is stopped, so that it races with no other. */
  const untilStill = async (one: Blocked): Promise<void> => {
    for (;;) {
      if (one.answer) return
      const { pid } = one.backend
      if (((await waits([pid])).get(pid) ?? []).length > 0 && !one.answer) return hold(one)
      await pause(1)
    }
  }

  const ask = async (backend: Backend, bytes: Buffer, questions: number): Promise<Answer | undefined> => {
    const asking = backend.ask(bytes, questions)
    const soon = await Promise.race([asking, pause(LOOK_AFTER_MS).then(() => undefined)])
    if (soon) return soon
    const one: Blocked = { backend }
    void asking.then((answer) => (one.answer = answer))
    await untilStill(one)
    if (one.answer) return one.answer
    blocked.set(backend, one)
    return undefined
  }

  const end = async (one: Blocked): Promise<Answer> => {
    blocked.delete(one.backend)
    await control.query('select pg_cancel_backend($1)', [one.backend.pid])
    free(one)
    while (!one.answer) await pause(1)
    return one.answer
  }

  const acquire = async (key: string, database: { options: string }): Promise<Backend> => {
    const at = idle.findIndex((one) => one.key === key && !one.isGone())
    if (at >= 0) return idle.splice(at, 1)[0]!
    realChance.isOn = true
    const backend = await openBackend(url, { options: database.options, stream, key })
    realChance.isOn = false
    return backend
  }

  return {
    control,
    acquire,
    /** Undefined while it waits for a lock: `letGo` tells when it was answered. */
    ask: (backend: Backend, bytes: Buffer): Promise<Answer | undefined> => {
      if (backend.status() === 'E') return ask(backend, bytes, 1)
      const now = momentOf(schedule.now())
      const facts = [`set simulation.now = '${now}'`]
      if (backend.status() === 'I') {
        facts.push(`set simulation.began = '${now}'`)
        if (knows.get(backend) !== history) {
          facts.push(`set simulation.timeline = '${history.timeline}'`)
          facts.push(`set simulation.started = '${momentOf(history.startedAt)}'`)
          knows.set(backend, history)
        }
      }
      return ask(backend, Buffer.concat([simpleQuery(facts.join('; ')), bytes]), 2)
    },
    /** What was answered since because others let go: one after another, in the order in which they came. */
    letGo: async (): Promise<{ backend: Backend; answer: Answer }[]> => {
      const freed: { backend: Backend; answer: Answer }[] = []
      for (const one of blocked.values()) {
        free(one)
        await untilStill(one)
        if (!one.answer) continue
        blocked.delete(one.backend)
        freed.push({ backend: one.backend, answer: one.answer })
      }
      return freed
    },
    isInCircle: async (backend: Backend): Promise<boolean> => {
      const all = await waits([...blocked.keys()].map(({ pid }) => pid))
      const seen = new Set<number>()
      const reach = (pid: number): boolean =>
        (all.get(pid) ?? []).some((by) => {
          if (by === backend.pid) return true
          if (seen.has(by)) return false
          seen.add(by)
          return reach(by)
        })
      return reach(backend.pid)
    },
    /** Ends the wait of a statement for a lock, with this code. */
    cancel: async (backend: Backend, code: string): Promise<Answer | undefined> => {
      const one = blocked.get(backend)
      if (!one) return undefined
      const answer = await end(one)
      return { ...answer, bytes: withCode(answer.bytes, '57014', code) }
    },
    /** The session ends; what it had not committed is undone. */
    release: async (backend: Backend): Promise<void> => {
      if (backend.isGone()) return
      const one = blocked.get(backend)
      if (one) await end(one)
      knows.delete(backend)
      await cleanse(backend)
      idle.push(backend)
    },
    setHistory: (next: typeof history) => {
      history = next
    },
    history: () => history,
    close: async () => {
      for (const backend of idle) backend.close()
      await control.end()
    },
  }
}

/** As the database writes it: to the microsecond. */
const momentOf = (micros: number): string => {
  const iso = new Date(Math.floor(micros / 1000)).toISOString()
  return `${iso.slice(0, -1)}${String(micros % 1000).padStart(3, '0')}+00`
}
