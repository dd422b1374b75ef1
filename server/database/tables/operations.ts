import type { ColumnType, Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type OperationsTables = {
  metric_totals: {
    is_only: Generated<boolean>
    totals: Generated<Json>
  }
  retention: {
    is_only: Generated<boolean>
    finished_at: Date
    removed: Json
  }
}

/** Written as text, read as what it says. */
type Json = ColumnType<unknown, string, string>
