import { registerDeactivationRoutes } from '../flows/accounts/deactivation-routes.ts'
import { registerSessionRoutes } from '../sessions/session-routes.ts'
import { registerSignInRoutes } from '../sessions/sign-in-routes.ts'
import { refuseWhileLooking } from '../sessions/only-look.ts'
import { createCookies, type Cookies } from '../sessions/cookies.ts'
import { createRequireSession, type OwnerDoor } from '../sessions/require-session.ts'
import { registerActivityRoutes } from '../activity/activity-routes.ts'
import { newBusinessFor } from '../businesses/choose-business.ts'
import { EXPORTS_AT_ONCE, registerExportRoutes } from '../businesses/export-routes.ts'
import { registerGoogleRoutes } from '../businesses/google-routes.ts'
import { registerOnboardingRoutes } from '../businesses/onboarding-routes.ts'
import { registerPlaceRoutes } from '../businesses/place-routes.ts'
import { registerChangesRoutes } from '../changes/changes-routes.ts'
import { registerClaimRoutes } from '../claims/claim-routes.ts'
import { registerQrCodeRoutes } from '../claims/qr-code-routes.ts'
import { registerScanRoutes } from '../claims/scan-routes.ts'
import { registerAutoTopUpRoutes } from '../payments/auto-top-ups/auto-top-up-routes.ts'
import { registerLedgerRoutes } from '../payments/statements/ledger-routes.ts'
import { registerReceiptRoutes } from '../payments/receipts/receipt-routes.ts'
import { registerTopUpRoutes } from '../payments/top-ups/top-up-routes.ts'
import { registerXeroRoutes } from '../organisations/connecting/xero-routes.ts'
import { tenantsOfOurs } from '../organisations/organisation-queries.ts'
import { registerNoticeRoutes } from '../notices/notice-routes.ts'
import { registerApiDescription } from '../platform/http/api/api-routes.ts'
import { openDb, type Db } from '../database/database.ts'
import { createHttp, type Http } from '../platform/http/http.ts'
import { apiFacts } from './api-facts.ts'
import { createOperatorCookies, OPERATOR_API } from '../operator/signing-in/require-operator.ts'
import { isStillAdmitted } from '../operator/signing-in/who-may-rules.ts'
import { registerOperatorConsole, whoMay } from './operator-console.ts'
import { registerStatusRoutes } from '../operations/status/status-routes.ts'
import { registerOperatorRoutes } from './operator-routes.ts'
import type { Parts } from './parts.ts'
import { findReviewedBy } from './reviewed.ts'
import { reviewerPictures } from './reviewer-pictures.ts'
import { createLimits } from '../platform/http/rate-limit.ts'
import { createReadiness } from '../platform/process/readiness.ts'
import { createAccountReady } from '../flows/accounts/account-ready.ts'
import { registerBacktestRoutes } from '../backtest/backtest-routes.ts'
import { retryInvoice } from '../flows/paid-invoices/retry-invoice.ts'
import { retryInvoices } from '../flows/paid-invoices/retry-invoices.ts'
import { registerMailOptOut } from '../links/mail-opt-out-routes.ts'
import { registerLinkRoutes } from '../links/link-routes.ts'
import { canCountReviews, readForCounts } from '../reviews/comparing/count-experiments.ts'
import { registerExperimentRoutes, type CountReviews } from '../experiments/experiment-routes.ts'
import { registerHoldRoutes } from '../review-requests/holding/hold-routes.ts'
import { registerReminderRoutes } from '../review-requests/reminding/reminder-routes.ts'
import { registerTurnRoutes } from '../review-requests/timeline/turn-routes.ts'
import { registerWeekRoutes } from '../review-requests/weeks/week-routes.ts'
import { registerReviewRequestRoutes } from '../review-requests/timeline/review-request-routes.ts'
import { registerRulesRoutes } from '../message-settings/rules-routes.ts'
import { registerSettingsRoutes } from '../message-settings/settings-routes.ts'
import { registerTemplateRoutes } from '../message-settings/template-routes.ts'
import { registerTestTextRoutes } from '../test-texts/test-text-routes.ts'
import { DEFAULT_TEMPLATE } from '../texts/text-rules.ts'
import { registerProfileRoutes } from '../reviews/connecting/profile-routes.ts'
import { registerPushRoutes } from '../reviews/reading/push-routes.ts'
import { createPushTokens } from '../integrations/google/push-token.ts'
import { registerReviewsRoutes } from '../reviews/showing/reviews-routes.ts'
import { registerSupportRoutes } from '../support/support-routes.ts'
import { receiveInboundSms } from '../webhooks/receive-inbound-sms.ts'
import { createReceiveSmsStatus } from '../webhooks/receive-sms-status.ts'
import { receiveStripeEvent } from '../webhooks/receive-stripe-event.ts'
import { createReceiveXeroWebhook } from '../webhooks/receive-xero-webhook.ts'
import { watchRefusedCalls } from '../webhooks/refused-calls.ts'
import { registerErasingRoutes } from '../flows/erasing/erasing-routes.ts'
import { registerWebRoutes, WEB_FOLDER } from '../pages/web-routes.ts'
import { registerWebhookRoutes } from '../webhooks/webhook-routes.ts'

/** The api process, wired by hand: every door and what stands behind it. */
export const buildApp = async (parts: Parts, readiness = createReadiness()): Promise<Http> => {
  const { db, product, twilio } = parts
  const app = await createHttp({
    log: parts.log,
    publicUrl: parts.publicUrl,
    trustedProxies: parts.env.TRUSTED_PROXIES,
    readiness,
    picturesFrom: reviewerPictures(parts.env),
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.own.recordAnswer(request.routeOptions.url ?? '', reply.statusCode, reply.elapsedTime)
    done()
  })
  const cookies = createCookies(parts.publicUrl)
  app.addHook('onRequest', refuseWhileLooking(parts, cookies, OPERATOR_API))
  const operatorCookies = parts.operatorOidc && createOperatorCookies(parts.publicUrl)
  registerApiDescription(app, parts.publicUrl, apiFacts(cookies, operatorCookies))
  registerOperatorRoutes(app, parts, readiness)
  registerStatusRoutes(app, { db, failingSince: parts.failing.since, now: parts.clock })
  const xeroCalls = watchRefusedCalls((tenantIds) => tenantsOfOurs(db, tenantIds))
  product.watchRefusedXero(xeroCalls.count)
  registerWebhookRoutes(app, {
    xeroCalls,
    xeroWebhookKey: parts.env.XERO_WEBHOOK_KEY,
    twilio,
    receiveXero: createReceiveXeroWebhook(db, {
      note: product.recordEvents,
      wakeFailed: (cause) =>
        parts.log.warn({ err: cause }, 'could not tell the workers: they look by themselves'),
    }),
    receiveStatus: createReceiveSmsStatus({
      ...parts,
      recordStatus: product.recordStatus,
      recordSettled: product.recordSettled,
      recordRefusedLater: product.recordRefusedLater,
    }),
    stripe: parts.stripe,
    receiveStripe: (event) => receiveStripeEvent({ db, isLive: parts.stripe.isLive }, event),
    clock: parts.clock,
    receiveInbound: (sms) => receiveInboundSms({ ...parts, recordInbound: product.recordInbound }, sms),
    recordWebhook: product.recordWebhook,
  })
  registerReviewsPush(app, parts)
  registerLinkRoutes(app, parts)
  registerMailOptOut(app, { db })
  registerAccountSide(app, parts, cookies)
  if (operatorCookies) registerOperatorConsole(app, parts, { cookies, operatorCookies })
  const sendScreen = registerWebRoutes(app, {
    folder: WEB_FOLDER,
    marketingUrl: parts.env.MARKETING_URL,
    mode: parts.env.GOODWORD_MODE,
    currency: parts.env.CURRENCY,
    prices: parts.prices,
    company: {
      name: parts.env.COMPANY_NAME,
      address: parts.env.COMPANY_ADDRESS,
      email: parts.env.COMPANY_EMAIL,
    },
    keep: parts.env,
    elsewhere: { '/welcome/privacy/': parts.env.PRIVACY_URL, '/welcome/terms/': parts.env.TERMS_URL },
    publicUrl: parts.publicUrl,
    hasConsole: operatorCookies !== undefined,
    hasReviews: parts.env.REVIEWS,
    log: parts.log,
  })
  registerScanRoutes(app, { ...parts, cookies, sendScreen })
  return app
}

/** What an owner does: signs in, finds the business, connects Xero, pays, deactivates and reactivates. */
const registerAccountSide = (app: Http, parts: Parts, cookies: Cookies): void => {
  const createLimit = createLimits(parts.pool)
  const requireSession = createRequireSession({
    ...parts,
    cookies,
    createLimit,
    mayStillLook: (operator) => isStillAdmitted(operator, whoMay(parts.env)),
  })
  const deps = {
    ...parts,
    cookies,
    createLimit,
    requireSession,
    accountReady: createAccountReady({ ...parts, cookies }),
    newBusiness: newBusinessFor({
      isLive: parts.isLive,
      currency: parts.env.CURRENCY,
      template: DEFAULT_TEMPLATE,
    }),
  }
  registerSignInRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerDeactivationRoutes(app, deps)
  registerErasingRoutes(app, deps)
  registerPlaceRoutes(app, deps)
  registerOnboardingRoutes(app, deps)
  registerGoogleRoutes(app, deps)
  registerXeroRoutes(app, deps)
  if (parts.env.REVIEWS) registerProfileRoutes(app, deps)
  registerTopUpRoutes(app, deps)
  registerReceiptRoutes(app, deps)
  registerAutoTopUpRoutes(app, deps)
  registerNoticeRoutes(app, deps)
  registerClaimRoutes(app, deps)
  registerQrCodeRoutes(app, deps)
  registerDashboardSide(app, deps)
  registerExportRoutes(app, { ...deps, db: openForExports(app, parts) })
}

/** Connections of their own: an export takes as long as its reader, and a screen waits for neither. */
const openForExports = (app: Http, { databaseUrl, atLength, log }: Parts): Db => {
  const { db, close } = openDb(databaseUrl, {
    max: EXPORTS_AT_ONCE,
    patience: atLength,
    onError: (cause) => log.warn({ err: cause }, 'a database connection was lost'),
  })
  app.addHook('onClose', close)
  return db
}

const COUNT_REVIEWS: CountReviews = { canCount: canCountReviews, read: readForCounts }

/** What an owner looks at and sets, once everything runs. */
const registerDashboardSide = (app: Http, deps: Parts & OwnerDoor): void => {
  const reconsider = { ...deps, recordDecisions: deps.product.recordDecisions }
  registerReviewRequestRoutes(app, { ...deps, findReviewed: findReviewedBy(deps) })
  registerHoldRoutes(app, deps)
  registerTurnRoutes(app, deps)
  registerWeekRoutes(app, deps)
  registerActivityRoutes(app, {
    ...deps,
    retryInvoice: (asked) => retryInvoice(reconsider, asked),
    retryInvoices: (asked) => retryInvoices(reconsider, asked),
  })
  registerTemplateRoutes(app, deps)
  registerSettingsRoutes(app, deps)
  registerRulesRoutes(app, deps)
  registerReminderRoutes(app, deps)
  registerBacktestRoutes(app, deps)
  registerExperimentRoutes(app, { ...deps, reviews: deps.env.REVIEWS ? COUNT_REVIEWS : undefined })
  registerTestTextRoutes(app, deps)
  registerLedgerRoutes(app, deps)
  registerChangesRoutes(app, deps)
  registerSupportRoutes(app, deps)
  if (deps.env.REVIEWS) registerReviewsRoutes(app, deps)
}

/** Only where the settings say whose pushes are believed. */
const registerReviewsPush = (app: Http, { db, env, clock, product }: Parts): void => {
  const { REVIEWS_PUBSUB_AUDIENCE: audience, REVIEWS_PUBSUB_EMAIL: email } = env
  if (!env.REVIEWS || !audience || !email) return
  registerPushRoutes(app, {
    db,
    clock,
    readToken: createPushTokens({ audience, email, url: env.BUSINESS_PROFILE_URL, clock }),
    recordWebhook: product.recordWebhook,
  })
}
