import type { ColumnType, Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type AuditTables = {
  audit_log: {
    id: Generated<string>
    business_id: string | null
    at: Date
    actor_kind: AuditLogActorKind
    actor: string
    act: string
    reason: string | null
    details: Json
  }
}

/** Written as text, read as what it says. */
type Json = ColumnType<unknown, string, string>

export type AuditLogActorKind = 'owner' | 'operator' | 'system'
