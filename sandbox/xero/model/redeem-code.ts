import { createHash } from 'node:crypto'
import type { Grant, Grants } from './grants.ts'

type CodeForm = Partial<Record<'code' | 'redirect_uri' | 'code_verifier', string>>

/** The consent that a code stands for. A code is good once, for its own address and its own verifier. */
export const redeemCode = (state: Grants, form: CodeForm, now: Date): Grant | undefined => {
  const found = state.codes.get(form.code ?? '')
  state.codes.delete(form.code ?? '')
  const isGood =
    found &&
    found.expiresAt > now.getTime() &&
    found.redirectUri === form.redirect_uri &&
    (found.challenge === undefined || found.challenge === s256(form.code_verifier ?? ''))
  return isGood ? state.grants.get(found.eventId) : undefined
}

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
