import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type SendersTables = {
  business_senders: {
    business_id: string
    sender: string
    assigned_at: Generated<Date>
    released_at: Date | null
  }
}
