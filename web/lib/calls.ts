import type { z } from 'zod'
import type * as activity from '../../contracts/activity.ts'
import type * as businesses from '../../contracts/businesses.ts'
import type * as changes from '../../contracts/changes.ts'
import type * as claims from '../../contracts/claims.ts'
import type * as ledger from '../../contracts/ledger.ts'
import type * as messageSettings from '../../contracts/message-settings.ts'
import type * as notices from '../../contracts/notices.ts'
import type * as organisations from '../../contracts/organisations.ts'
import type * as payments from '../../contracts/payments.ts'
import type * as requests from '../../contracts/review-requests.ts'
import type * as sessions from '../../contracts/sessions.ts'
import type * as testTexts from '../../contracts/test-texts.ts'

/** Every call the screens make, typed by the contracts. Types only: no schema reaches the browser. */
export type Calls = {
  'GET /api/auth/me': { answer: z.output<typeof sessions.meResponse> }
  'POST /api/auth/session': {
    body: z.input<typeof sessions.sessionRequest>
    answer: z.output<typeof sessions.sessionResponse>
  }
  'POST /api/auth/logout': { answer: void }
  'POST /api/auth/deactivate': { answer: void }
  'POST /api/auth/reactivate': {
    body: z.input<typeof sessions.reactivateRequest>
    answer: z.output<typeof sessions.reactivateResponse>
  }
  'GET /api/places': {
    query: z.input<typeof businesses.placeSearchQuery>
    answer: z.output<typeof businesses.placeSearchResponse>
  }
  'GET /api/places/{placeId}': {
    params: { placeId: string }
    answer: z.output<typeof businesses.placeResponse>
  }
  'PUT /api/onboarding/business': {
    body: z.input<typeof businesses.chooseBusinessRequest>
    answer: z.output<typeof businesses.chooseBusinessResponse>
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
  'POST /api/onboarding/complete': { answer: z.output<typeof businesses.completeOnboardingResponse> }
  'GET /api/google/status': { answer: z.output<typeof businesses.googleStatus> }
  'PUT /api/google/business': {
    body: z.input<typeof businesses.googleBusinessRequest>
    answer: z.output<typeof businesses.googleStatus>
  }
  'POST /api/xero/connect': { answer: z.output<typeof organisations.xeroConnectResponse> }
  'GET /api/xero/status': { answer: z.output<typeof organisations.xeroStatus> }
  'GET /api/xero/organizations': { answer: z.output<typeof organisations.organizationsResponse> }
  'POST /api/xero/disconnect': {
    body: z.input<typeof organisations.xeroDisconnectRequest>
    answer: z.output<typeof organisations.xeroStatus>
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
  'GET /api/funds/balance': { answer: z.output<typeof ledger.balanceResponse> }
  'GET /api/funds/ledger': {
    query: z.input<typeof ledger.ledgerQuery>
    answer: z.output<typeof ledger.ledgerPage>
  }
  'GET /api/sms/template': { answer: z.output<typeof messageSettings.smsTemplateResponse> }
  'PUT /api/sms/template': {
    body: z.input<typeof messageSettings.smsTemplateRequest>
    answer: z.output<typeof messageSettings.smsTemplateResponse>
  }
  'POST /api/sms/template/preview': {
    body: z.input<typeof messageSettings.smsPreviewRequest>
    answer: z.output<typeof messageSettings.smsPreview>
  }
  'POST /api/sms/test': {
    body: z.input<typeof testTexts.smsTestRequest>
    answer: z.output<typeof testTexts.smsTestResponse>
  }
  'GET /api/sms/settings': { answer: z.output<typeof messageSettings.smsSettings> }
  'PUT /api/sms/settings': {
    body: z.input<typeof messageSettings.smsSettingsRequest>
    answer: z.output<typeof messageSettings.smsSettings>
  }
  'GET /api/sms/contacts': {
    query: z.input<typeof messageSettings.contactSearchQuery>
    answer: z.output<typeof messageSettings.contactSearchResponse>
  }
  'PUT /api/sms/excluded-contacts/{contactId}': {
    params: { contactId: string }
    answer: z.output<typeof messageSettings.smsSettings>
  }
  'DELETE /api/sms/excluded-contacts/{contactId}': {
    params: { contactId: string }
    answer: z.output<typeof messageSettings.smsSettings>
  }
  'GET /api/account/notices': { answer: z.output<typeof notices.noticeSettings> }
  'PUT /api/account/notices': {
    body: z.input<typeof notices.noticeSettings>
    answer: z.output<typeof notices.noticeSettings>
  }
  'GET /api/top-ups': { answer: z.output<typeof payments.topUpsResponse> }
  'POST /api/top-ups': {
    body: z.input<typeof payments.topUpRequest>
    answer: z.output<typeof payments.topUpResponse>
  }
  'GET /api/auto-top-up': { answer: z.output<typeof payments.autoTopUp> }
  'PUT /api/auto-top-up': {
    body: z.input<typeof payments.autoTopUpRequest>
    answer: z.output<typeof payments.autoTopUp>
  }
  'POST /api/auto-top-up/card': { answer: z.output<typeof payments.cardSetupResponse> }
  'PUT /api/auto-top-up/card': {
    body: z.input<typeof payments.cardSetupDone>
    answer: z.output<typeof payments.autoTopUp>
  }
  'DELETE /api/auto-top-up/card': { answer: z.output<typeof payments.autoTopUp> }
  'GET /api/payments/verify': {
    query: z.input<typeof payments.paymentQuery>
    answer: z.output<typeof payments.paymentVerification>
  }
}
