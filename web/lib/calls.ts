import type { z } from 'zod'
import type * as accounts from '../../contracts/accounts.ts'
import type * as claims from '../../contracts/claims.ts'
import type * as google from '../../contracts/google.ts'
import type * as onboarding from '../../contracts/onboarding.ts'
import type * as places from '../../contracts/places.ts'
import type * as xero from '../../contracts/xero.ts'

/** Every call the screens make, typed by the contracts. Types only: no schema reaches the browser. */
export type Calls = {
  'GET /api/auth/me': { answer: z.output<typeof accounts.meResponse> }
  'POST /api/auth/session': {
    body: z.input<typeof accounts.sessionRequest>
    answer: z.output<typeof accounts.sessionResponse>
  }
  'POST /api/auth/logout': { answer: void }
  'POST /api/auth/deactivate': { answer: void }
  'POST /api/auth/reactivate': {
    body: z.input<typeof accounts.reactivateRequest>
    answer: z.output<typeof accounts.reactivateResponse>
  }
  'GET /api/places': {
    query: z.input<typeof places.placeSearchQuery>
    answer: z.output<typeof places.placeSearchResponse>
  }
  'GET /api/places/{placeId}': { params: { placeId: string }; answer: z.output<typeof places.placeResponse> }
  'PUT /api/onboarding/business': {
    body: z.input<typeof onboarding.chooseBusinessRequest>
    answer: z.output<typeof onboarding.chooseBusinessResponse>
  }
  'GET /api/claims/{slug}': { params: { slug: string }; answer: z.output<typeof claims.claim> }
  'GET /api/claims/{slug}/places': {
    params: { slug: string }
    query: z.input<typeof claims.claimSearchQuery>
    answer: z.output<typeof claims.claimSearchResponse>
  }
  'GET /api/claims/{slug}/places/{placeId}': {
    params: { slug: string; placeId: string }
    query: z.input<typeof claims.claimPlaceQuery>
    answer: z.output<typeof claims.claimPlaceResponse>
  }
  'POST /api/claims/{slug}': {
    params: { slug: string }
    body: z.input<typeof claims.claimRequest>
    answer: z.output<typeof claims.claim>
  }
  'GET /api/qr-codes': { answer: z.output<typeof claims.ownedCodesResponse> }
  'PUT /api/qr-codes/{slug}': {
    params: { slug: string }
    body: z.input<typeof claims.moveCodeRequest>
    answer: z.output<typeof claims.ownedCode>
  }
  'POST /api/onboarding/complete': { answer: z.output<typeof onboarding.completeOnboardingResponse> }
  'GET /api/google/status': { answer: z.output<typeof google.googleStatus> }
  'PUT /api/google/business': {
    body: z.input<typeof google.googleBusinessRequest>
    answer: z.output<typeof google.googleStatus>
  }
  'POST /api/xero/connect': { answer: z.output<typeof xero.xeroConnectResponse> }
  'GET /api/xero/status': { answer: z.output<typeof xero.xeroStatus> }
  'GET /api/xero/organizations': { answer: z.output<typeof xero.organizationsResponse> }
  'POST /api/xero/disconnect': {
    body: z.input<typeof xero.xeroDisconnectRequest>
    answer: z.output<typeof xero.xeroStatus>
  }
}
