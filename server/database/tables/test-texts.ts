import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type TestTextsTables = {
  test_codes: {
    business_id: string
    id: string
    user_id: string
    request_key: string
    phone: string | null
    phone_hash: Buffer
    code_hash: Buffer
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    answered_at: Date | null
    message_sid: string | null
    error_code: string | null
  }
  test_numbers: {
    business_id: string
    phone_hash: Buffer
    user_id: string
    confirmed_at: Date
  }
  test_texts: {
    business_id: string
    id: string
    user_id: string
    state: Generated<TestTextState>
    phone: string | null
    segments: number
    price_cents: number
    link_token: string
    looks: Generated<number>
    first_look_at: Date | null
    message_sid: string | null
    error_code: string | null
    created_at: Date
    settled_at: Date | null
    request_key: string
    asked_hash: Buffer
    sender: string | null
  }
}

export type TestTextState = 'sending' | 'unknown' | 'accepted' | 'rejected' | 'absent'
