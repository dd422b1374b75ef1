import type { Answer, Backend } from './backend.ts'
import type { Chance } from './chance.ts'
import { drawLatency, type Armed, type Points } from './points.ts'
import type { Actor, Schedule } from './schedule.ts'
import type { Server } from './simulated-server.ts'
import type { Question, SimulatedSocket } from './take-over-sockets.ts'
import { readOutcome, simpleQuery } from './wire-messages.ts'

export type Network = ReturnType<typeof createNetwork>

const STATEMENT_MS = 1
const CONNECT_MS = 3

type Deps = {
  schedule: Schedule
  server: Server
  points: Points
  chance: () => Chance
  note: (line: string) => void
  /** Ends or stops a process, as a fault says. */
  strike: (actor: Actor, fault: Armed) => void
}

/** Between the product's processes and the database: what is asked, answered, delayed and lost. */
export const createNetwork = ({ schedule, server, points, chance, note, strike }: Deps) => {
  const sockets = new Set<SimulatedSocket>()
  /** Of connections that were lost: the server has not ended them yet. */
  const leaving = new Set<Backend>()
  let awayUntil = 0

  const later = (socket: SimulatedSocket, ms: number, run: () => unknown) =>
    schedule.after(drawLatency(chance(), ms), socket.actor, run)

  const lose = (socket: SimulatedSocket, cause?: Error, mayRead = false): void => {
    socket.writable = false
    sockets.delete(socket)
    const { backend } = socket
    const sent = socket.questions.splice(0)
    socket.backend = undefined
    if (backend) {
      leaving.add(backend)
      const isRead = mayRead && sent[0]?.isAsked === false && chance().happens(0.5)
      const inMs = isRead ? drawLatency(chance(), STATEMENT_MS) : 0
      schedule.after(inMs, schedule.world, () => release(backend, isRead ? sent : []))
    }
    schedule.after(0, socket.actor, () => {
      if (cause) socket.emit('error', cause)
      socket.emit('close')
    })
  }
  /** With `mayRead`, the server may read what had arrived before it sees that nobody is there. */
  const cut = (socket: SimulatedSocket, mayRead = false): void => lose(socket, reset(), mayRead)

  const release = async (backend: Backend, sent: Question[]): Promise<void> => {
    if (!leaving.has(backend)) return
    for (const { bytes, text } of schedule.now() < awayUntil ? [] : sent) {
      const answer = await server.ask(backend, bytes)
      note(`(of nobody) ${oneLine(text)} → ${answer ? readOutcome(answer.messages) : 'waits for a lock'}`)
      if (!answer) break
    }
    leaving.delete(backend)
    await server.release(backend)
    if (sent.length > 0) await tellListeners()
    await deliverFreed()
  }

  /** Answers that came because another transaction ended. */
  const deliverFreed = async (): Promise<void> => {
    for (let freed = await server.letGo(); freed.length > 0; freed = await server.letGo()) {
      for (const { backend, answer } of freed) {
        const socket = [...sockets].find((one) => one.backend === backend)
        if (socket) answered(socket, answer, socket.fault)
      }
    }
  }

  const tellListeners = async (): Promise<void> => {
    for (const socket of [...sockets].filter((one) => one.isListening && one.backend)) {
      await socket.backend!.ask(simpleQuery(''), 1)
      const told = socket.backend!.takeTold()
      if (told.length > 0) later(socket, STATEMENT_MS, () => socket.receive(told))
    }
  }

  const answered = (socket: SimulatedSocket, answer: Answer, fault?: Armed): void => {
    const told = OF_PAGES.test(socket.questions[0]?.text ?? '') ? '' : sum(answer)
    note(`${socket.actor.name}   → ${readOutcome(answer.messages)} ${told}`)
    socket.questions.shift()
    if (socket.backend?.status() === 'I') socket.localLimits = {}
    if (fault?.fate === 'cut-after') return cut(socket, true)
    if (fault) strike(socket.actor, fault)
    const soonest = schedule.now() + Math.round(drawLatency(chance(), STATEMENT_MS) * 1000)
    socket.answeredAt = Math.max(soonest, socket.answeredAt)
    schedule.at(socket.answeredAt, socket.actor, () => socket.receive(answer.bytes))
    limitIdle(socket)
    askNext(socket)
  }

  /** The server ends a session that stays inside of a transaction for too long. */
  const limitIdle = (socket: SimulatedSocket): void => {
    const { arrived, backend } = socket
    const { idleMs: ms } = { ...socket.limits, ...socket.localLimits }
    if (!backend || backend.status() === 'I' || ms === 0) return
    schedule.after(ms, schedule.world, () => {
      if (socket.arrived !== arrived || socket.backend !== backend) return
      note(`${socket.actor.name}   session ended: idle in a transaction`)
      schedule.as(socket.actor, () => lose(socket, reset()))
    })
  }

  const limitLock = (socket: SimulatedSocket, backend: Backend, ms: number, code: string): void => {
    const { arrived } = socket
    schedule.after(ms, schedule.world, async () => {
      if (socket.arrived !== arrived || socket.backend !== backend) return
      const answer = await server.cancel(backend, code)
      if (!answer) return
      answered(socket, answer)
      await deliverFreed()
    })
  }

  const execute = async (
    socket: SimulatedSocket,
    bytes: Buffer,
    text: string,
    fault?: Armed,
  ): Promise<void> => {
    const { backend } = socket
    if (!backend || !socket.writable) return
    if (schedule.now() < awayUntil) return cut(socket)
    note(`${socket.actor.name} ${text}`)
    socket.arrived += 1
    socket.fault = fault
    if (/^listen /i.test(text)) socket.isListening = true
    if (text.includes('pg_notify')) socket.isDirty = true
    socket.questions[0]!.isAsked = true
    const [, limit, ms] = LOCAL_LIMIT.exec(text) ?? []
    if (limit) socket.localLimits[limit === 'lock' ? 'lockMs' : 'idleMs'] = Number(ms)
    const answer = await server.ask(backend, limit ? withoutLocalLimit(bytes) : bytes)
    if (!answer) {
      note(`${socket.actor.name}   … waits for a lock`)
      const isCircle = await server.isInCircle(backend)
      const { lockMs } = { ...socket.limits, ...socket.localLimits }
      limitLock(socket, backend, isCircle ? 1_000 : lockMs || 60_000, isCircle ? '40P01' : '55P03')
      return
    }
    if (backend.status() === 'I') {
      await deliverFreed()
      if (socket.isDirty) {
        socket.isDirty = false
        await tellListeners()
      }
    }
    answered(socket, answer, fault)
  }

  const askNext = (socket: SimulatedSocket): void => {
    const [question] = socket.questions
    if (!question || !socket.writable) return
    const { bytes, text, wasSent } = question
    const name = oneLine(text)
    const fault = points.reach({ kind: 'sql', actor: socket.actor, name })
    if (fault?.fate === 'cut-before') return cut(socket)
    if (fault?.fate === 'die-before' && !wasSent) socket.questions.shift()
    if (fault && fault.fate.endsWith('-before')) strike(socket.actor, fault)
    const after = fault && fault.fate.endsWith('-after') ? fault : undefined
    const wait = fault?.fate === 'late' ? fault.forMs : 0
    // What was sent arrives, although its sender stands still by then. Whoever is gone has no session any more.
    const isBefore = fault?.fate === 'stop-before' || fault?.fate === 'die-before'
    const who = isBefore && !wasSent ? socket.actor : schedule.world
    schedule.after(wait + drawLatency(chance(), STATEMENT_MS), who, () => execute(socket, bytes, name, after))
  }

  return {
    schedule,
    sockets,
    lose,
    cut,
    connect: (socket: SimulatedSocket): void => {
      later(socket, CONNECT_MS, () => {
        if (!socket.writable) return
        if (schedule.now() < awayUntil) return lose(socket, refused())
        socket.emit('connect')
      })
    },
    start: (socket: SimulatedSocket, settings: Record<string, string>): void => {
      const { options, limits } = withoutLimits(settings['options'] ?? '')
      socket.limits = limits
      later(socket, CONNECT_MS, async () => {
        const backend = await server.acquire(options, { options })
        if (!socket.writable) return server.release(backend)
        socket.backend = backend
        socket.greet(backend.pid)
      })
    },
    ask: (socket: SimulatedSocket, bytes: Buffer, text: string): void => {
      socket.questions.push({ bytes, text, wasSent: socket.questions.length > 0, isAsked: false })
      if (socket.questions.length === 1) askNext(socket)
    },
    /** All sessions are lost, and for so long none can be opened. */
    stopDatabase: (ms: number): void => {
      awayUntil = schedule.now() + ms * 1000
      for (const socket of sockets) schedule.as(socket.actor, () => cut(socket))
    },
    restart: (): void => {
      awayUntil = 0
    },
    /** Until the server has ended all sessions that were lost. */
    released: async (): Promise<void> => {
      for (const backend of leaving) {
        leaving.delete(backend)
        await server.release(backend)
      }
    },
    /** A process is gone: so are its sessions. */
    loseAllOf: (actor: Actor): void => {
      for (const socket of sockets) if (socket.actor === actor) lose(socket, undefined, true)
    },
    clear: async (): Promise<void> => {
      awayUntil = 0
      for (const backend of leaving) await server.release(backend)
      leaving.clear()
      for (const socket of sockets) {
        socket.writable = false
        const { backend } = socket
        socket.backend = undefined
        if (backend) await server.release(backend)
      }
      sockets.clear()
    },
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** In which page a row lies, and how many there are, is no part of a history: the server tidies up when it likes. */
const OF_PAGES = /pg_relation_size|\bctid\b/

const LOCAL_LIMIT = /^set local (idle_in_transaction_session|lock)_timeout = (\d+)/i

/** To the real server there is none: so many zeros are zero. */
const withoutLocalLimit = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replace(/(?<=_timeout = )\d+/i, (digits) => '0'.repeat(digits.length)),
    'latin1',
  )

/** The real server's clock is not the schedule's, so limits are kept here. */
const withoutLimits = (options: string): { options: string; limits: { idleMs: number; lockMs: number } } => {
  const read = (name: string): number => Number(new RegExp(`-c ${name}=(\\d+)`).exec(options)?.[1] ?? 0)
  return {
    options: options
      .replaceAll(/-c (\w+_timeout|tcp_\w+)=\d+/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    limits: { idleMs: read('idle_in_transaction_session_timeout'), lockMs: read('lock_timeout') },
  }
}

/** Tells answers apart in the history. */
const sum = ({ messages }: Answer): string => {
  let hash = 0x811c9dc5
  let rows = 0
  for (const { type, whole } of messages) {
    if (type !== 'D') continue
    rows += 1
    for (const byte of whole) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  }
  return rows > 0 ? `${rows} rows ${hash.toString(16)}` : ''
}
