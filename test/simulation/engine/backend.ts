import type { Socket } from 'node:net'
import { Client } from 'pg'
import { readMessages, simpleQuery, type Message } from './wire-messages.ts'

export type Answer = { bytes: Buffer; messages: Message[] }

/** A real session of the real server, spoken to in bytes: one question at a time. */
export type Backend = {
  pid: number
  key: string
  /** I: idle, T: inside of a transaction, E: inside of one that failed. */
  status: () => string
  isGone: () => boolean
  /** Answers to so many questions that were written at once; those of the first are left out where there are two. */
  ask: (bytes: Buffer, questions: number) => Promise<Answer>
  takeTold: () => Buffer
  close: () => void
}

/** `connect` makes real sockets, because the process's own are taken over. */
export const openBackend = async (
  url: string,
  { options, stream, key }: { options: string; stream: () => Socket; key: string },
): Promise<Backend> => {
  const client = new Client({ connectionString: url, options, stream })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  socket.removeAllListeners('data')

  let status = 'I'
  let isGone = false
  let rest: Buffer = Buffer.alloc(0)
  let told: Buffer[] = []
  let waiting:
    | { left: number; questions: number; messages: Message[]; done: (answer: Answer) => void }
    | undefined

  const end = () => {
    if (!waiting) return
    const { messages, done } = waiting
    waiting = undefined
    done({ messages, bytes: Buffer.concat(messages.map(({ whole }) => whole)) })
  }
  const leave = () => {
    isGone = true
    end()
  }
  socket.on('close', leave)
  socket.on('error', leave)
  socket.on('data', (chunk: Buffer) => {
    const read = readMessages(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk)
    rest = read.rest
    for (const message of read.messages) {
      const isReady = message.type === 'Z'
      if (isReady) status = String.fromCodePoint(message.whole[5]!)
      // It comes when the server likes, between answers too.
      if (message.type === 'A') told.push(message.whole)
      if (!waiting || message.type === 'A') continue
      const isFirstOfTwo = waiting.questions === 2 && waiting.left === 2
      if (!isFirstOfTwo) waiting.messages.push(message)
      if (isReady && (waiting.left -= 1) === 0) end()
    }
  })

  return {
    pid: rows[0]!.pid,
    key,
    status: () => status,
    isGone: () => isGone,
    ask: (bytes, questions) =>
      new Promise((done) => {
        if (isGone) return done({ bytes: Buffer.alloc(0), messages: [] })
        waiting = { left: questions, questions, messages: [], done }
        socket.write(bytes)
      }),
    /** Notifications since the last time. */
    takeTold: () => {
      const taken = Buffer.concat(told)
      told = []
      return taken
    },
    close: () => socket.destroy(),
  }
}

/** As a new session is: nothing open, set, prepared or listened to. */
export const cleanse = async (backend: Backend): Promise<void> => {
  if (backend.status() !== 'I') await backend.ask(simpleQuery('rollback'), 1)
  await backend.ask(simpleQuery('discard all'), 1)
  backend.takeTold()
}
