import type { ColumnType, Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type PlatformTables = {
  acts: {
    business_id: string
    key: string
    asked: Buffer
    began_at: Date
    answer: Json | null
  }
  leases: {
    name: string
    holder: string
    token: Generated<string>
    expires_at: Date
  }
  processes: {
    id: string
    kind: ProcessKind
    pool_id: string | null
    metrics: Json | null
    seen_at: Generated<Date>
    place: string | null
    pid: number | null
    departed_at: Date | null
    knows: number | null
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  recovery: {
    is_only: Generated<boolean>
    system_id: number
    timeline: string
    started_at: Date
    made_as: number
    seen_at: Generated<Date>
    fenced_at: Date | null
    reason: RecoveryReason | null
    since: Date | null
    steps_done: Generated<string[]>
    waits_for: string | null
    lifted_at: Date | null
    found: Generated<Json>
    went_back: Generated<boolean>
    up_since: Date | null
    looked_to: Date | null
  }
  schema_functions: {
    name: string
    sha256: string
    applied_at: Generated<Date>
    release: Generated<number>
  }
  schema_migrations: {
    name: string
    sha256: string
    applied_at: Generated<Date>
    breaking: Generated<boolean>
  }
  sealed_secrets: {
    name: string
    sealed: Buffer
  }
}

/** Written as text, read as what it says. */
type Json = ColumnType<unknown, string, string>

export type ProcessKind = 'api' | 'worker'

export type RecoveryReason = 'restarted' | 'restored' | 'replaced' | 'text' | 'report' | 'payment'
