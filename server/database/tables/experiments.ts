import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type ExperimentsTables = {
  experiment_customers: {
    business_id: string
    experiment_id: string
    draw: Buffer
    side: ExperimentCustomerSide
    tenant_id: string
    invoice_id: string
    entered_at: Date
    meant_at: Date
  }
  experiments: {
    business_id: string
    id: Generated<string>
    kind: ExperimentKind
    seed: Buffer
    percent_b: number
    delay_a_minutes: number | null
    delay_b_minutes: number | null
    wording_a: string | null
    wording_b: string | null
    registered_at: Date
    ends_at: Date
    stopped_at: Date | null
  }
}

export type ExperimentCustomerSide = 'a' | 'b'

export type ExperimentKind = 'hold_out' | 'delays' | 'wordings'
