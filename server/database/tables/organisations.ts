import type { Generated, GeneratedAlways } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type OrganisationsTables = {
  organisations: {
    business_id: string
    tenant_id: string
    authorisation_id: string
    connection_id: string
    name: string
    type: Generated<string>
    short_code: string | null
    country: string | null
    time_zone: Generated<string>
    is_demo: Generated<boolean>
    state: Generated<OrganisationState>
    state_reason: string | null
    state_changed_at: Generated<Date>
    created_date_utc: Generated<Date>
    connected_at: Generated<Date>
    live_since: Date | null
    sweep_cursor: Date | null
    swept_at: Date | null
    last_event_at: Date | null
    last_synced_at: Date | null
    minute_started_at: Generated<Date>
    minute_calls: Generated<number>
    minute_spent: Generated<number>
    day_remaining: number | null
    blocked_until: Date | null
    paced_until: Date | null
    day_read_at: Date | null
    currency: string | null
    facts_read_at: Generated<Date>
  }
  xero_authorisations: {
    business_id: string
    id: Generated<string>
    authentication_event_id: string | null
    state: Generated<XeroAuthorisationState>
    access_token: Buffer
    refresh_token: Buffer
    access_expires_at: Date
    refreshed_at: Generated<Date>
    created_at: Generated<Date>
  }
  xero_consents: {
    business_id: string
    state_hash: Buffer
    browser_hash: Buffer
    session_hash: Buffer
    expires_at: Date
  }
  xero_events: {
    business_id: string
    id: GeneratedAlways<number>
    tenant_id: string
    resource_id: string
    category: string
    event_type: string
    event_at: Date
    correlation_id: string
    received_at: Generated<Date>
    handled_at: Date | null
    attempts: Generated<number>
    failed_at: Date | null
    error: string | null
    retry_at: Date | null
    dead_at: Date | null
  }
}

export type OrganisationState = 'connected' | 'paused' | 'disconnected'

export type XeroAuthorisationState = 'connected' | 'needs_reconnect'
