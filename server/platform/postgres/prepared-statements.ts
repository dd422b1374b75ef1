import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'

/** More different texts than the product has; a text that is made up anew each time must not fill the connections. */
const MOST_NAMES = 500
/** An answer of all columns fails on a connection that is older than a migration which added one. */
const ALL_COLUMNS = /^\s*select \*|"\.\*|returning \*/i

/**
 * The same pool, where a connection plans a statement with values once and from then on only runs it: planning the same
 * few dozen statements for every text was a third of the database's work.
 */
export const preparing = (pool: Pool): PostgresPool => {
  const names = new Map<string, string>()

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST_NAMES || ALL_COLUMNS.test(text)) return known
    const name = `goodword_${names.size}`
    names.set(text, name)
    return name
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[] = []) => {
        const name = values.length > 0 ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name ? { name } : {}) })
      }
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      }
    },
  }
}
