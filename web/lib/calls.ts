import type { z } from 'zod'
import type * as accounts from '../../contracts/accounts.ts'
import type * as claims from '../../contracts/claims.ts'
import type * as activity from '../../contracts/activity.ts'
import type * as autoTopUps from '../../contracts/auto-top-ups.ts'
import type * as changes from '../../contracts/changes.ts'
import type * as funds from '../../contracts/funds.ts'
import type * as google from '../../contracts/google.ts'
import type * as notices from '../../contracts/notices.ts'
import type * as onboarding from '../../contracts/onboarding.ts'
import type * as places from '../../contracts/places.ts'
import type * as requests from '../../contracts/review-requests.ts'
import type * as sms from '../../contracts/sms.ts'
import type * as topUps from '../../contracts/top-ups.ts'
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
  'GET /api/changes': { answer: z.output<typeof changes.changesResponse> }
  'GET /api/review-requests': {
    query: z.input<typeof requests.reviewRequestQuery>
    answer: z.output<typeof requests.reviewRequestPage>
  }
  'GET /api/review-requests/calendar': {
    query: z.input<typeof requests.calendarQuery>
    answer: z.output<typeof requests.calendarResponse>
  }
  'GET /api/review-requests/summary': { answer: z.output<typeof requests.reviewRequestSummary> }
  'GET /api/activity': {
    query: z.input<typeof activity.activityQuery>
    answer: z.output<typeof activity.activityPage>
  }
  'GET /api/activity/totals': {
    query: z.input<typeof activity.activityTotalsQuery>
    answer: z.output<typeof activity.activityTotals>
  }
  'POST /api/activity/{invoiceId}/retry': {
    params: { invoiceId: string }
    answer: z.output<typeof activity.retryResponse>
  }
  'GET /api/funds/balance': { answer: z.output<typeof funds.balanceResponse> }
  'GET /api/funds/ledger': {
    query: z.input<typeof funds.ledgerQuery>
    answer: z.output<typeof funds.ledgerPage>
  }
  'GET /api/sms/template': { answer: z.output<typeof sms.smsTemplateResponse> }
  'PUT /api/sms/template': {
    body: z.input<typeof sms.smsTemplateRequest>
    answer: z.output<typeof sms.smsTemplateResponse>
  }
  'POST /api/sms/template/preview': {
    body: z.input<typeof sms.smsPreviewRequest>
    answer: z.output<typeof sms.smsPreview>
  }
  'POST /api/sms/test': {
    body: z.input<typeof sms.smsTestRequest>
    answer: z.output<typeof sms.smsTestResponse>
  }
  'GET /api/sms/settings': { answer: z.output<typeof sms.smsSettings> }
  'PUT /api/sms/settings': {
    body: z.input<typeof sms.smsSettingsRequest>
    answer: z.output<typeof sms.smsSettings>
  }
  'GET /api/sms/contacts': {
    query: z.input<typeof sms.contactSearchQuery>
    answer: z.output<typeof sms.contactSearchResponse>
  }
  'PUT /api/sms/excluded-contacts/{contactId}': {
    params: { contactId: string }
    answer: z.output<typeof sms.smsSettings>
  }
  'DELETE /api/sms/excluded-contacts/{contactId}': {
    params: { contactId: string }
    answer: z.output<typeof sms.smsSettings>
  }
  'GET /api/account/notices': { answer: z.output<typeof notices.noticeSettings> }
  'PUT /api/account/notices': {
    body: z.input<typeof notices.noticeSettings>
    answer: z.output<typeof notices.noticeSettings>
  }
  'GET /api/top-ups': { answer: z.output<typeof topUps.topUpsResponse> }
  'POST /api/top-ups': {
    body: z.input<typeof topUps.topUpRequest>
    answer: z.output<typeof topUps.topUpResponse>
  }
  'GET /api/auto-top-up': { answer: z.output<typeof autoTopUps.autoTopUp> }
  'PUT /api/auto-top-up': {
    body: z.input<typeof autoTopUps.autoTopUpRequest>
    answer: z.output<typeof autoTopUps.autoTopUp>
  }
  'POST /api/auto-top-up/card': { answer: z.output<typeof autoTopUps.cardSetupResponse> }
  'PUT /api/auto-top-up/card': {
    body: z.input<typeof autoTopUps.cardSetupDone>
    answer: z.output<typeof autoTopUps.autoTopUp>
  }
  'DELETE /api/auto-top-up/card': { answer: z.output<typeof autoTopUps.autoTopUp> }
  'GET /api/payments/verify': {
    query: z.input<typeof topUps.paymentQuery>
    answer: z.output<typeof topUps.paymentVerification>
  }
}
