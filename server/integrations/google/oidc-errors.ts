import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { VendorFailure, type VendorFailureKind } from '../../platform/errors.ts'

/** The issuer's answers that are no fault: the person declined, or would have to be asked. */
export const refusedSignIn = (cause: unknown): 'declined' | 'login-required' | undefined => {
  if (!(cause instanceof AuthorizationResponseError)) return undefined
  if (cause.error === 'access_denied') return 'declined'
  return MUST_ASK.has(cause.error) ? 'login-required' : undefined
}

const MUST_ASK = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

/** Whatever the OpenID client threw, as a VendorFailure; a bug of ours is thrown unchanged. */
export const issuerFailure = (cause: unknown): unknown => {
  const ours = [cause, (cause as Error | undefined)?.cause].find((error) => error instanceof VendorFailure)
  if (ours) return ours
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
    return errorAnswer(cause.error, cause)
  if (cause instanceof WWWAuthenticateChallengeError) return errorAnswer('invalid_client', cause)
  if (cause instanceof ClientError || isProtocolError(cause)) return failure('rejected', codeOf(cause), cause)
  return cause
}

/** Some of the client's checks throw the error of the library below it as it is. */
const isProtocolError = (cause: unknown): cause is Error & { code: string } =>
  cause instanceof Error && String((cause as { code?: unknown }).code).startsWith('OAUTH_')

const errorAnswer = (error: string, cause: Error): VendorFailure => {
  if (TROUBLE.has(error)) return failure('retry-later', plainCode(error), cause)
  return failure('rejected', WRONG_SETTINGS.has(error) ? 'configuration' : plainCode(error), cause)
}

const TROUBLE = new Set(['server_error', 'temporarily_unavailable'])
const WRONG_SETTINGS = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

const codeOf = ({ code = 'unexpected' }: { code?: string }): string =>
  WRONG_SETTINGS.has(code) ? 'configuration' : plainCode(code.replace(/^OAUTH_/, ''))

/** An error may have come through the browser: only what has the form of a code is kept of it. */
const plainCode = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 40) || 'unexpected'

/** The client's own errors contain codes and tokens; only the message is passed on. */
const failure = (kind: VendorFailureKind, code: string, { name, message }: Error): VendorFailure =>
  new VendorFailure('oidc', kind, code, WORDS[kind]!, { cause: new Error(`${name}: ${message}`) })

const WORDS: Partial<Record<VendorFailureKind, string>> = {
  'retry-later': 'The sign-in service is in trouble just now.',
  rejected: 'The sign-in was not accepted.',
}
