import type { ColumnType, Generated } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>
type NullableStamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The ledger, and what was bought with a card. */
export type FundsTables = {
  balances: {
    business_id: string
    available_cents: ColumnType<number, number | undefined, number>
    reserved_cents: ColumnType<number, number | undefined, number>
    may_overdraw: Generated<boolean>
  }
  transfers: {
    business_id: string
    id: Generated<string>
    kind: 'grant' | 'reserve' | 'capture' | 'release' | 'topup' | 'refund' | 'dispute' | 'reinstate'
    reference: string
    note: string | null
    created_at: Stamp
  }
  entries: {
    business_id: string
    transfer_id: string
    account: 'available' | 'reserved' | 'granted' | 'earned' | 'card'
    amount_cents: ColumnType<number, number, number>
  }
  checkouts: {
    business_id: string
    id: Generated<string>
    user_id: string
    amount_cents: number
    currency: string
    state: Generated<'open' | 'processing' | 'paid' | 'failed' | 'expired'>
    trouble: string | null
    session_id: string | null
    payment_intent: string | null
    receipt_url: string | null
    return_hash: Buffer | null
    return_until: NullableStamp
    created_at: Date
    expires_at: Date
    paid_at: NullableStamp
  }
  stripe_events: {
    id: string
    type: string
    object_id: string
    created_at: Date
    received_at: Stamp
    found_by: 'webhook' | 'reconcile'
    handled_at: NullableStamp
    outcome: string | null
  }
}
