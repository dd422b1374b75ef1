import type { Generated, GeneratedAlways } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type LinksTables = {
  link_visits: {
    business_id: string
    id: GeneratedAlways<number>
    request_id: string
    kind: LinkVisitKind
    visited_at: Generated<Date>
  }
}

export type LinkVisitKind = 'visit' | 'preview'
