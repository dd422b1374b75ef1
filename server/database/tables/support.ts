import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type SupportTables = {
  support_consents: {
    business_id: string
    id: Generated<string>
    user_id: string
    given_at: Date
    ends_at: Date
    withdrawn_at: Date | null
  }
  support_sessions: {
    business_id: string
    token_hash: Buffer
    consent_id: string
    operator: string
    operator_session: Buffer
    began_at: Date
    ends_at: Date
  }
}
