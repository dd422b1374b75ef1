import type { Generated } from 'kysely'

// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.

export type SessionsTables = {
  one_time_tokens: {
    token_hash: Buffer
    browser_hash: Buffer
    user_id: string
    purpose: OneTimeTokenPurpose
    expires_at: Date
    consumed_at: Date | null
  }
  sessions: {
    token_hash: Buffer
    user_id: string
    created_at: Date
    seen_at: Date
    expires_at: Date
    ends_at: Date
    ended_at: Date | null
  }
  sign_in_states: {
    state_hash: Buffer
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    intent: SignInStateIntent
    is_silent: boolean
    expires_at: Date
  }
  users: {
    id: Generated<string>
    issuer: string
    subject: string
    name: string
    email: string
    business_id: string | null
    onboarded_at: Date | null
    deactivated_at: Date | null
    created_at: Generated<Date>
    last_signed_in_at: Generated<Date>
  }
}

export type OneTimeTokenPurpose = 'session' | 'reactivate'

export type SignInStateIntent = 'sign-in' | 'register' | 'reactivate' | 'operator'
