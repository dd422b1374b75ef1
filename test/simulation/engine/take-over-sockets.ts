import { EventEmitter } from 'node:events'
import net from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import type { Backend } from './backend.ts'
import type { Actor } from './schedule.ts'
import type { Network } from './network.ts'
import type { Armed } from './points.ts'
import { errorMessage, readAsked, readMessages, readStartup, welcome, type Message } from './wire-messages.ts'

const TERMINATE = 'X'
const COMPLETE = new Set(['Q', 'S', TERMINATE])

/** Sent behind another one, or not; the server has been asked it, or not yet. */
export type Question = { bytes: Buffer; text: string; wasSent: boolean; isAsked: boolean }

/**
 * What `pg` takes for a socket: a connection whose questions reach the server, and whose answers come back, when the
 * schedule says so. Server and client lose it as they would lose a real one.
 */
export class SimulatedSocket extends EventEmitter {
  writable = true
  readonly actor: Actor
  backend: Backend | undefined
  /** The server's own limits for this session, in milliseconds; it knows no other time than the schedule's. */
  limits = { idleMs: 0, lockMs: 0 }
  /** Instead of those until the transaction ends, where it has said so. */
  localLimits: { idleMs?: number; lockMs?: number } = {}
  /** Counts questions that reached the server: what was planned for an earlier one does not touch a later one. */
  arrived = 0
  /** What befalls the client once its question is answered. */
  fault: Armed | undefined
  isListening = false
  isDirty = false
  /** The first is being answered; the others were sent behind it. */
  readonly questions: Question[] = []
  /** When the client gets its latest answer: no later one comes before it. */
  answeredAt = 0
  readonly prepared = new Map<string, string>()
  private outgoing: Buffer = Buffer.alloc(0)
  private pending: Message[] = []
  private isStarted = false
  private readonly network: Network

  constructor(network: Network) {
    super()
    this.network = network
    this.actor = network.schedule.actor()
    network.sockets.add(this)
  }

  connect(): this {
    this.network.connect(this)
    return this
  }

  write(chunk: Buffer | string, done?: () => void): boolean {
    if (!this.writable) return false
    this.network.schedule.touch()
    this.outgoing = Buffer.concat([this.outgoing, typeof chunk === 'string' ? Buffer.from(chunk) : chunk])
    if (!this.isStarted) this.start()
    else this.collect()
    if (done) queueMicrotask(done)
    return true
  }

  end(chunk?: Buffer): this {
    if (chunk) this.write(chunk)
    this.destroy()
    return this
  }

  /** The client lets go of it, or it is lost: the server ends the session. */
  destroy(cause?: Error): this {
    if (!this.writable) return this
    this.writable = false
    this.network.lose(this, cause, true)
    return this
  }

  private start(): void {
    const settings = readStartup(this.outgoing)
    if (!settings) return
    this.isStarted = true
    this.outgoing = Buffer.alloc(0)
    this.network.start(this, settings)
  }

  private collect(): void {
    const { messages, rest } = readMessages(this.outgoing)
    this.outgoing = rest
    for (const message of messages) {
      if (message.type === TERMINATE) return void this.destroy()
      this.pending.push(message)
      if (!COMPLETE.has(message.type)) continue
      const whole = this.pending
      this.pending = []
      const text = readAsked(whole, this.prepared)
      this.network.ask(this, Buffer.concat(whole.map((one) => one.whole)), text)
    }
  }

  /** What the client gets to see. */
  receive(bytes: Buffer): void {
    if (this.writable) this.emit('data', bytes)
  }
  greet(pid: number): void {
    this.receive(welcome(pid))
  }
  refuse(code: string, words: string): void {
    this.receive(errorMessage(code, words))
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  cork(): void {}
  uncork(): void {}
}

/** From now on each new socket of this process leads to the simulated server. */
export const takeOverSockets = (network: Network): void => {
  const make = function Socket() {
    return new SimulatedSocket(network)
  }
  Object.assign(net, { Socket: make })
  syncBuiltinESMExports()
}
