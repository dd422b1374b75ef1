import type { Client, QueryResult } from 'pg'
import { MigrationFailed } from './schema-books.ts'

export const runSql = async (client: Client, name: string, text: string): Promise<QueryResult> => {
  try {
    return await client.query(text)
  } catch (cause) {
    const { message, detail } = cause as Error & { detail?: string }
    throw new MigrationFailed(`Migration ${name} failed: ${message}${detail ? ` (${detail})` : ''}`, {
      cause,
    })
  }
}
