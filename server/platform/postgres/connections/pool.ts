import { Client, Pool, type ClientBase, type ClientConfig } from 'pg'
import { orUnread } from './certificate-unread.ts'
import { DatabaseAway } from './database-away.ts'
import { PASS_ON } from './database-refusal.ts'
import { orTooOld } from './server-too-old.ts'

/** How long a process waits for its database, in milliseconds. */
export type Patience = {
  /** For a connection that is free. */
  waitMs: number
  /** For a new connection. Where it is shorter than the wait for a free one, the pool tries again in time. */
  connectMs: number
  /** For a statement, after which the server ends it; half a second later, or more behind others, we close it. */
  statementMs: number
  /** For a transaction as a whole; 0 is without a limit. */
  transactionMs: number
  /** For the next statement of a transaction: so long can a process that was stopped keep rows from the others. */
  idleMs: number
}

/** What answers a vendor or a browser. */
export const DOOR: Patience = {
  waitMs: 3_000,
  connectMs: 1_500,
  statementMs: 1_750,
  transactionMs: 60_000,
  idleMs: 10_000,
}
export const BACKGROUND: Patience = {
  waitMs: 5_000,
  connectMs: 1_500,
  statementMs: 15_000,
  transactionMs: 60_000,
  idleMs: 10_000,
}
/** For reading everything: the command line, an export. */
export const AT_LENGTH: Patience = {
  waitMs: 5_000,
  connectMs: 5_000,
  statementMs: 600_000,
  transactionMs: 0,
  idleMs: 150_000,
}

/** For migrations: each step has the lock timeout of its own. */
export const UNHURRIED: Patience = {
  waitMs: 5_000,
  connectMs: 5_000,
  statementMs: 0,
  transactionMs: 0,
  idleMs: 0,
}

const LOCK_MS = 5_000
const BEFORE_FIRST_PROBE_MS = 10_000
const AFTER_SERVERS_LIMIT_MS = 500
const LONGEST_LIFE_S = 1_800
/** Also of those that nobody needs, for as long as one lives: a burst begins with some that know what it asks. */
export const KEPT = 4

/** The server's own probes find a client whose host vanished within half a minute, instead of two hours. */
const KEEPALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 20_000,
}

/**
 * A statement that looks dear is else compiled each time it runs, for some 100 ms. In PostgreSQL 17 one that cannot
 * follow a setting such as `enable_seqscan = off` always looks so (decision 86).
 */
const UNCOMPILED = { jit: 'off' }

export type ConnectOptions = { role?: string | undefined; patience?: Patience; settings?: string }

export type CreatePoolOptions = ConnectOptions & {
  max: number
  /** Statements that are asked at once are sent at once. */
  pipeline?: boolean
  /** For whoever wants to know what the server is. */
  mayBeStandby?: boolean | undefined
  /** Asks each new connection something of its own; a failure refuses the connection. */
  greet?: ((client: ClientBase) => Promise<void>) | undefined
  onError: (cause: Error) => void
}

/**
 * Connections with a time limit on everything. Each leads to a primary and acts as `role`, which is checked when it is
 * made. One that is lost ends no process: its user gets the error, and `onError` is called for one that was idle.
 */
export const createPool = (
  url: string,
  { max, pipeline = false, mayBeStandby = false, greet, onError, ...options }: CreatePoolOptions,
): Pool => {
  const pool = new Pool({
    ...connection(url, options),
    max,
    min: Math.min(KEPT, max),
    pipeline,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LONGEST_LIFE_S,
    Client: connectedWithin(options.patience ?? BACKGROUND),
    onConnect: async (client: ClientBase) => {
      await refuseWrongServer(client, { role: options.role, mayBeStandby })
      await greet?.(client)
    },
  })
  // A client that is in use has no listener of the pool's: without one its loss would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', onError)
  return pool
}

/** One connection outside of any pool, with the same limits. */
export const createClient = (url: string, options: ConnectOptions = {}): Client => {
  const client = make(connection(url, options))
  client.on('error', () => undefined)
  return client
}

const make = (config: ClientConfig): Client => {
  try {
    return new LimitedClient(config)
  } catch (cause) {
    throw orUnread(cause as Error)
  }
}

type Connected = Parameters<ClientBase['connect']>[0] & ((cause: Error | null, client?: Client) => void)

class LimitedClient extends Client {
  override connect(): Promise<Client>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<Client> | void {
    if (!done)
      return super.connect().catch((cause: Error) => {
        throw orTooOld(cause)
      })
    super.connect((cause: Error | null, client?: Client) => done(cause && orTooOld(cause), client))
  }
}

/**
 * The pool's own limit for waiting until a connection is free would hold for making one: here that has its own. A
 * server that is slow, and not away, is reached all the same: after each try that took too long the next has twice
 * its time.
 */
const connectedWithin = ({ connectMs, waitMs }: Patience) => {
  let withinMs = connectMs
  return class extends LimitedClient {
    constructor(config: ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: withinMs })
    }

    override connect(): Promise<Client>
    override connect(done: Connected): void
    override connect(done?: Connected): Promise<Client> | void {
      if (!done) return super.connect()
      const triedMs = withinMs
      super.connect((cause: Error | null, client?: Client) => {
        if (!cause) withinMs = connectMs
        else if (cause.message === 'timeout expired') withinMs = Math.min(triedMs * 2, waitMs)
        done(cause, client)
      })
    }
  }
}

const connection = (
  url: string,
  { role, patience = BACKGROUND, settings = '' }: ConnectOptions,
): ClientConfig => {
  const { address, options } = withoutOptions(url)
  const { waitMs, statementMs, transactionMs, idleMs } = patience
  const limits = {
    statement_timeout: statementMs,
    lock_timeout: statementMs === 0 ? 0 : Math.min(LOCK_MS, statementMs),
    idle_in_transaction_session_timeout: idleMs,
    transaction_timeout: transactionMs,
    ...UNCOMPILED,
    ...KEEPALIVE,
    ...(role && { role }),
  }
  const ours = Object.entries(limits).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: address,
    options: [options, ...ours, settings].filter(Boolean).join(' '),
    connectionTimeoutMillis: waitMs,
    ...(statementMs > 0 && { query_timeout: statementMs + AFTER_SERVERS_LIMIT_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: BEFORE_FIRST_PROBE_MS,
  }
}

/** What a URL says of `options` would replace ours: it comes first instead, so that ours take precedence. */
const withoutOptions = (url: string): { address: string; options: string } => {
  const [address = '', query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const options = parameters.get('options') ?? ''
  parameters.delete('options')
  if (AS_FULL.has(parameters.getAll('sslmode').at(-1) ?? '') && parameters.get('uselibpqcompat') !== 'true')
    parameters.set('sslmode', 'verify-full')
  return { address: parameters.size > 0 ? `${address}?${parameters}` : address, options }
}

/** What the driver takes for `verify-full`, and warns of: in a later version it may not. */
const AS_FULL = new Set(['prefer', 'require', 'verify-ca'])

/** A pooler may drop the role; a standby takes no writes, and shows what was written later than it was. */
const refuseWrongServer = async (
  client: ClientBase,
  { role, mayBeStandby }: { role: string | undefined; mayBeStandby: boolean },
): Promise<void> => {
  const { rows } = await client.query<{ acting: string; standby: boolean }>(
    'select current_user as acting, pg_is_in_recovery() as standby',
  )
  const { acting, standby } = rows[0]!
  if (standby && !mayBeStandby)
    throw new DatabaseAway(
      'the server is a standby, which takes no writes: DATABASE_URL has to lead to the primary',
    )
  if (role !== undefined && acting !== role)
    throw new Error(
      `a connection acts as "${acting}" instead of "${role}", as behind a pooler that drops the startup options: ${PASS_ON}`,
    )
}
