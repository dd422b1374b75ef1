import { Client } from 'pg'

export type Locks = {
  /** Runs `work` unless somebody, anywhere, runs under the same key now; tells whether it ran. */
  alone: (key: string, work: () => Promise<void>) => Promise<boolean>
  close: () => Promise<void>
}

type Connection = { ask: (text: string, key: string) => Promise<boolean>; end: () => Promise<void> }

/**
 * Locks for politeness, not for correctness: they live on one connection of this process and are gone with it, so
 * what they guard must stay right even if two run at once.
 */
export const openLocks = (url: string): Locks => {
  const held = new Set<string>()
  let connecting: Promise<Connection> | undefined

  const connection = (): Promise<Connection> => {
    connecting ??= connect()
    connecting.catch(() => (connecting = undefined))
    return connecting
  }
  const connect = async () => {
    const client = new Client({ connectionString: url, keepAlive: true })
    client.on('error', () => (connecting = undefined))
    await client.connect()
    return { ask: inTurn(client), end: () => client.end() }
  }

  return {
    alone: async (key, work) => {
      if (held.has(key)) return false
      held.add(key)
      try {
        const { ask } = await connection()
        if (!(await ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as yes', key))) return false
        try {
          await work()
          return true
        } finally {
          await ask('select pg_advisory_unlock(hashtextextended($1, 0)) as yes', key).catch(() => undefined)
        }
      } finally {
        held.delete(key)
      }
    },
    close: async () => {
      const open = await connecting?.catch(() => undefined)
      await open?.end()
    },
  }
}

/** One query at a time: the next version of `pg` queues none while another runs on the same connection. */
const inTurn = (client: Client): Connection['ask'] => {
  let last: Promise<unknown> = Promise.resolve()
  return (text, key) => {
    const answer = last.then(() => client.query<{ yes: boolean }>(text, [key]))
    last = answer.catch(() => undefined)
    return answer.then(({ rows }) => rows[0]!.yes)
  }
}
