import type { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { readNote, type Ran } from './ran-statements.ts'

/**
 * Loaded before a process of the product: whatever it sends to PostgreSQL is written down, one line a statement, with
 * its parameters and with the rows that PostgreSQL says it touched.
 */
const file = process.env['RECORDED_STATEMENTS']!
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
type Session = { queue: Ran[]; businessId: string | null }
const sessions = new WeakMap<object, Session>()

const sessionOf = (client: pg.Client): Session => {
  const known = sessions.get(client)
  if (known) return known
  const session: Session = { queue: [], businessId: null }
  sessions.set(client, session)
  // A connection answers one statement after another: a notice belongs to the oldest that has no answer yet.
  client.on('notice', ({ message }) => {
    const note = readNote(message)
    if (note) session.queue[0]?.touched.push(note)
  })
  // Several may be under way, and their answers come in one piece: this is where each of them ends.
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('readyForQuery', () => {
    const answered = session.queue.shift()
    if (answered) appendFileSync(file, `${JSON.stringify(answered)}\n`)
  })
  return session
}

const NAMED = /set local app\.business_id = '([^']+)'/
const ENDED = /^(commit|rollback)/

function query(this: pg.Client, ...given: unknown[]): unknown {
  const [asked, values] = given as [string | { text: string; values?: unknown[] }, unknown]
  const text = typeof asked === 'string' ? asked : asked.text
  const session = sessionOf(this)
  if (text.startsWith('begin')) session.businessId = NAMED.exec(text)?.[1] ?? null
  const ran: Ran = {
    text,
    businessId: session.businessId,
    parameters: (typeof asked === 'object' && asked.values) || (Array.isArray(values) ? values : []),
    touched: [],
  }
  if (ENDED.test(text)) session.businessId = null
  session.queue.push(ran)
  return send.apply(this, given)
}
pg.Client.prototype.query = query as typeof pg.Client.prototype.query
