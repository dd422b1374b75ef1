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
  const { queue } = session
  queue.push(ran)
  const end = (): void => {
    queue.splice(queue.indexOf(ran), 1)
    appendFileSync(file, `${JSON.stringify(ran)}\n`)
  }
  const callback = given.findIndex((one) => typeof one === 'function')
  if (callback >= 0) {
    const done = given[callback] as (...answer: unknown[]) => void
    given[callback] = (...answer: unknown[]) => {
      end()
      done(...answer)
    }
    return send.apply(this, given)
  }
  const answer = send.apply(this, given) as Promise<unknown>
  answer.then(end, end)
  return answer
}
pg.Client.prototype.query = query as typeof pg.Client.prototype.query
