import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientConfig, Pool, PoolClient, QueryResult } from 'pg'
import { DatabaseAway, hasLostConnection } from './database-away.ts'
import { statementNames } from './prepared-statements.ts'
import { NO_TURNS, openTurns, type Sparing } from './sparing.ts'

/**
 * The part of PostgreSQL whose notice says that a wait for a synchronous standby was cancelled. The commit is then
 * answered as any other, and a failover may lose it. The notice itself is translated, and its code is of all warnings.
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * Why a connection is used no more: it was lost or timed out; another that was opened at its time was lost; its user
 * left it inside of a transaction.
 */
export type WhyClosed = 'lost' | 'suspect' | 'in-transaction'
export type OnClosed = (why: WhyClosed) => void

/**
 * The pool as Kysely uses it. A connection prepares its statements. One that was lost, timed out or stands inside a
 * transaction is closed and not used again; and once one was lost, all that were opened before it are replaced when
 * their turn comes, because they may be lost as well, without an error so far.
 */
export const kyselyPool = (
  pool: Pool,
  onClosed: OnClosed = () => undefined,
  sparing?: Sparing,
): PostgresPool => {
  const nameOf = statementNames()
  let lent = 0
  // Not those that somebody else uses, who takes them from the pool itself.
  const turns = sparing ? openTurns(sparing, () => pool.idleCount + lent) : NO_TURNS
  const { query_timeout: limitMs } = pool.options as ClientConfig
  const openedIn = new WeakMap<PoolClient, number>()
  let generation = 0
  pool.on('connect', (client) => {
    openedIn.set(client, generation)
    client.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) unconfirmed.add(client)
    })
  })
  const unconfirmed = new WeakSet<PoolClient>()

  const lose = (client: PoolClient): void => {
    if (openedIn.get(client) === generation) generation += 1
  }

  const checkOut = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if (openedIn.get(client) === generation) return client
      onClosed('suspect')
      client.release(true)
    }
  }

  const lend = (client: PoolClient): PostgresPoolClient => {
    lent += 1
    let lost: DatabaseAway | undefined
    let underWay = 0
    const query = async (text: string, values: readonly unknown[] = []): Promise<QueryResult> => {
      if (lost) throw lost
      const name = values.length > 0 ? nameOf(text) : undefined
      underWay += 1
      // The server counts from when a statement begins, and we from when it is sent: those before it have their time.
      const limit = limitMs && { query_timeout: limitMs * underWay }
      try {
        const asked = { text, values: [...values], ...(name && { name }), ...limit }
        const result = await client.query(asked)
        if (unconfirmed.has(client)) throw new DatabaseAway('a commit was not confirmed by the standby')
        if (text === 'commit') refuseRollback(result)
        return result
      } catch (cause) {
        if (!hasLostConnection(cause)) throw cause
        lose(client)
        lost = away(cause)
        throw lost
      } finally {
        underWay -= 1
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => {
        const isOpen = client.getTransactionStatus() !== 'I'
        if (lost) onClosed('lost')
        else if (isOpen) onClosed('in-transaction')
        client.release(lost !== undefined || isOpen)
        lent -= 1
        turns.give()
      },
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      await turns.take()
      try {
        return lend(await checkOut())
      } catch (cause) {
        turns.give()
        throw hasLostConnection(cause) ? away(cause) : cause
      }
    },
  }
}

const away = (cause: unknown): DatabaseAway =>
  cause instanceof DatabaseAway ? cause : new DatabaseAway(wordsOf(cause as Error & { code?: string }), cause)

/** Where a name has several addresses Node's error has only a code. */
const wordsOf = ({ message, code }: { message: string; code?: string }): string =>
  message || (code ?? 'no answer')

/** PostgreSQL answers a commit with ROLLBACK where a statement before it failed, whatever became of its error. */
const refuseRollback = ({ command }: QueryResult): void => {
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back at its commit, because a statement in it had failed.')
}
