// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type OperatorTables = {
  operator_sessions: {
    token_hash: Buffer
    name: string
    admitted_by: string
    created_at: Date
    seen_at: Date
    expires_at: Date
    ends_at: Date
  }
}
