import { Client } from 'pg'

export type Locks = {
  /** Runs `work` unless somebody, anywhere, runs under the same key now; tells whether it ran. */
  alone: (key: string, work: () => Promise<void>) => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Locks for politeness, not for correctness: they live on one connection of this process and are gone with it, so
 * what they guard must stay right even if two run at once.
 */
export const openLocks = (url: string): Locks => {
  const held = new Set<string>()
  let connecting: Promise<Client> | undefined

  const connection = (): Promise<Client> => {
    connecting ??= connect()
    connecting.catch(() => (connecting = undefined))
    return connecting
  }
  const connect = async () => {
    const client = new Client({ connectionString: url, keepAlive: true })
    client.on('error', () => (connecting = undefined))
    await client.connect()
    return client
  }

  return {
    alone: async (key, work) => {
      if (held.has(key)) return false
      held.add(key)
      try {
        const client = await connection()
        const { rows } = await client.query<{ got: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
          [key],
        )
        if (!rows[0]!.got) return false
        try {
          await work()
          return true
        } finally {
          await client
            .query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
            .catch(() => undefined)
        }
      } finally {
        held.delete(key)
      }
    },
    close: async () => {
      const client = await connecting?.catch(() => undefined)
      await client?.end()
    },
  }
}
