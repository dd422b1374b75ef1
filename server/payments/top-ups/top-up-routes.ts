import type { FastifyRequest } from 'fastify'
import {
  cancelledTopUp,
  cancelTopUpParams,
  paymentQuery,
  paymentVerification,
  topUpRequest,
  topUpResponse,
  topUpsQuery,
  topUpsResponse,
} from '../../../contracts/payments.ts'
import type { ProblemCode } from '../../../contracts/shared/problem-codes.ts'
import { statementQuery } from '../../../contracts/ledger.ts'
import { actHeaders } from '../../../contracts/shared/values.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { findSession } from '../../sessions/session.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { asBusiness } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations, type Door } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import { keyedHash } from '../../platform/seal.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Seller } from '../receipts/receipt-rules.ts'
import { recordExport } from '../../audit/record-export.ts'
import { findStatement } from '../statements/find-statement.ts'
import { cancelTopUp } from './cancel-top-up.ts'
import { listTopUps } from './list-top-ups.ts'
import { startTopUp } from './start-top-up.ts'
import { writeStatement } from '../statements/statement-rules.ts'
import { verifyPayment } from './verify-payment.ts'

const backFromPaying: Door<ProblemCode> = {
  cookies: ['session', 'checkout'],
  errors: ['not-signed-in', 'payment-not-found', 'too-many-requests', 'vendor-busy', 'vendor-failed'],
}

export const registerTopUpRoutes = (
  app: Http,
  deps: OwnerDoor & PaymentDeps & TextDeps & { cookies: Cookies; seller: Seller },
): void => {
  const { db, cookies, requireSession, clock } = deps
  const operation = operations('payments', requireSession.ofBusiness)
  const countStarts = deps.createLimit('top-up', { most: 30, seconds: 600 })
  const countMisses = deps.createLimit('payment-guess', { most: 30, seconds: 600 })
  const countStatements = deps.createLimit('statement', { most: 60, seconds: 3600 })

  app.post(
    '/api/top-ups',
    operation('startTopUp', 'Open Stripe’s page on which a top-up is paid.', {
      headers: actHeaders,
      body: topUpRequest,
      response: { 200: topUpResponse },
      errors: ['key-used', 'vendor-busy', 'vendor-failed'],
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countStarts(businessId)
      const key = request.headers['idempotency-key'] ?? crypto.randomUUID()
      // The same in each answer under one key, whichever of them the browser keeps.
      const returnSecret = keyedHash(Buffer.from(cookies.session.read(request)!), key).toString('base64url')
      const started = await startTopUp(deps, {
        businessId,
        userId: requireSession.who(request).userId,
        amountCents: request.body.amount * 100,
        key,
        returnSecret,
      })
      cookies.checkout.set(reply, returnSecret)
      return started
    },
  )

  app.post(
    '/api/top-ups/:sessionId/cancel',
    operation('cancelTopUp', 'Close Stripe’s page of a payment that was not made.', {
      params: cancelTopUpParams,
      response: { 200: cancelledTopUp },
      errors: ['payment-not-found', 'vendor-busy', 'vendor-failed'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countStarts(businessId)
      return cancelTopUp(deps, { businessId, sessionId: request.params.sessionId })
    },
  )

  app.get(
    '/api/top-ups',
    operation('listTopUps', 'List what can be bought and what was, newest first.', {
      querystring: topUpsQuery,
      response: { 200: topUpsResponse },
      errors: ['invalid-cursor'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { cursor } = request.query
      return asBusiness(db, businessId, (trx) => listTopUps(trx, businessId, { ...deps, cursor }))
    },
  )

  app.get(
    '/api/funds/statement',
    operation('downloadStatement', 'Download what changed the funds in a month.', {
      querystring: statementQuery,
      file: ['text/csv'],
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countStatements(businessId)
      const { month } = request.query
      const by = { kind: 'owner' as const, name: requireSession.who(request).userId }
      await recordExport(db, { businessId, by, what: 'statement', now: clock() })
      const statement = await asBusiness(db, businessId, (trx) => findStatement(trx, businessId, month))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="goodword-${month}.csv"`)
        .serializer(String)
        .send(writeStatement(statement))
    },
  )

  // No session is required: the owner who comes back from the payment page may have lost it.
  app.get(
    '/api/payments/verify',
    operations('payments', backFromPaying)('verifyPayment', 'Say what became of a payment.', {
      querystring: paymentQuery,
      response: { 200: paymentVerification },
    }),
    async (request, reply) => {
      const session = await sessionOf(request)
      return verifyPayment(deps, request.query.session_id, {
        isSignedIn: session !== undefined,
        businessId: session?.businessId,
        returnSecret: cookies.checkout.read(request),
        browser: () => cookies.browser.ensure(request, reply),
      }).catch(async (cause: unknown) => {
        if (cause instanceof Refusal) await countMisses(networkOf(request.ip))
        throw cause
      })
    },
  )

  const sessionOf = async (request: FastifyRequest) => {
    const token = cookies.session.read(request)
    const found = token ? await findSession(db, token, clock()) : undefined
    return found?.isOver || found?.isDeactivated ? undefined : found
  }
}
