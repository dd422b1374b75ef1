import { Socket } from 'node:net'
import { Client } from 'pg'
import { cleanse, openBackend, type Answer, type Backend } from './backend.ts'
import type { Schedule } from './schedule.ts'
import { simpleQuery, withCode } from './wire-messages.ts'

export type Server = Awaited<ReturnType<typeof openServer>>

type Blocked = { backend: Backend; answer?: Answer | undefined; waitedSince: number }

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

  /** Of those that wait: whom each waits for. A statement that was let go has none. */
  const waits = async (): Promise<Map<number, number[]>> => {
    const pids = [...blocked.values()].filter(({ answer }) => !answer).map(({ backend }) => backend.pid)
    const { rows } = await control.query<{ pid: number; by: number[] }>(
      'select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) as pid',
      [pids],
    )
    return new Map(rows.map(({ pid, by }) => [pid, by]))
  }
  /** Until each one was answered or stands behind one that stands still. */
  const untilStill = async (): Promise<void> => {
    for (;;) {
      const all = await waits()
      const isStill = [...all.values()].every((by) => by.length > 0)
      const open = [...blocked.values()].filter(({ answer }) => !answer).length
      if (isStill && open === all.size) return
      await pause(1)
    }
  }

  const ask = async (backend: Backend, bytes: Buffer, questions: number): Promise<Answer | undefined> => {
    const asking = backend.ask(bytes, questions)
    const soon = await Promise.race([asking, pause(LOOK_AFTER_MS).then(() => undefined)])
    if (soon) return soon
    const one: Blocked = { backend, waitedSince: schedule.now() }
    blocked.set(backend, one)
    void asking.then((answer) => (one.answer = answer))
    await untilStill()
    if (!one.answer) return undefined
    blocked.delete(backend)
    return one.answer
  }

  const acquire = async (key: string, database: { options: string }): Promise<Backend> => {
    const at = idle.findIndex((one) => one.key === key && !one.isGone())
    if (at >= 0) return idle.splice(at, 1)[0]!
    return openBackend(url, { options: database.options, stream, key })
  }

  return {
    control,
    acquire,
    /** Undefined while it waits for a lock: `letGo` tells when it was answered. */
    ask: (backend: Backend, bytes: Buffer): Promise<Answer | undefined> => {
      if (backend.status() === 'E') return ask(backend, bytes, 1)
      const setting = (name: string, value: string) => `set simulation.${name} = '${value}'`
      const now = momentOf(schedule.now())
      const began = backend.status() === 'I' ? [setting('began', now)] : []
      const facts = [setting('now', now), ...began, setting('timeline', String(history.timeline))]
      const all = [...facts, setting('started', momentOf(history.startedAt))]
      return ask(backend, Buffer.concat([simpleQuery(all.join('; ')), bytes]), 2)
    },
    /** What was answered since because others let go. */
    letGo: async (): Promise<{ backend: Backend; answer: Answer }[]> => {
      if (blocked.size === 0) return []
      await untilStill()
      const free = [...blocked.values()].filter((one) => one.answer)
      for (const { backend } of free) blocked.delete(backend)
      return free.map(({ backend, answer }) => ({ backend, answer: answer! }))
    },
    isInCircle: async (backend: Backend): Promise<boolean> => {
      const all = await waits()
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
      await control.query('select pg_cancel_backend($1)', [backend.pid])
      while (!one.answer) await pause(1)
      blocked.delete(backend)
      return { ...one.answer, bytes: withCode(one.answer.bytes, '57014', code) }
    },
    /** The session ends; what it had not committed is undone. */
    release: async (backend: Backend): Promise<void> => {
      if (backend.isGone()) return
      const one = blocked.get(backend)
      if (one) {
        blocked.delete(backend)
        await control.query('select pg_cancel_backend($1)', [backend.pid])
        while (!one.answer) await pause(1)
      }
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
export const momentOf = (micros: number): string => {
  const iso = new Date(Math.floor(micros / 1000)).toISOString()
  return `${iso.slice(0, -1)}${String(micros % 1000).padStart(3, '0')}+00`
}
