import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type BackupsTables = {
  backups: {
    id: Generated<string>
    place: string
    name: string
    taken_at: Date
    finished_at: Date | null
    bytes: number | null
    read_back_at: Date | null
    verified_at: Date | null
    failed_at: Date | null
    error: string | null
    removed_at: Date | null
  }
}
