import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type MessageSettingsTables = {
  excluded_contacts: {
    business_id: string
    tenant_id: string
    contact_id: string
    excluded_at: Generated<Date>
    name: string | null
    erased_at: Date | null
  }
  excluded_labels: {
    business_id: string
    tenant_id: string
    kind: ExcludedLabelKind
    label_id: string
    name: string
    excluded_at: Generated<Date>
  }
}

export type ExcludedLabelKind = 'contact_group' | 'tracking_option'
