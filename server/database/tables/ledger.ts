import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type LedgerTables = {
  balances: {
    business_id: string
    available_cents: Generated<number>
    reserved_cents: Generated<number>
    may_overdraw: Generated<boolean>
  }
  entries: {
    business_id: string
    transfer_id: string
    account: EntryAccount
    amount_cents: number
  }
  transfers: {
    business_id: string
    id: Generated<string>
    kind: TransferKind
    reference: string
    note: string | null
    created_at: Generated<Date>
    checkout_id: string | null
  }
}

export type EntryAccount = 'available' | 'reserved' | 'granted' | 'earned' | 'card'

export type TransferKind =
  | 'grant'
  | 'reserve'
  | 'capture'
  | 'release'
  | 'topup'
  | 'refund'
  | 'dispute'
  | 'reinstate'
