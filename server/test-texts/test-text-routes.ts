import {
  smsTestCodeRequest,
  smsTestNumberRequest,
  smsTestNumberResponse,
  smsTestRequest,
  smsTestResponse,
} from '../../contracts/test-texts.ts'
import type { FastifyRequest } from 'fastify'
import { smsTestCodeResponse } from '../../contracts/shared/test-codes.ts'
import { actHeaders, type ActHeaders } from '../../contracts/shared/values.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { confirmTestNumber } from './confirm-test-number.ts'
import { sendTestCode } from './send-test-code.ts'
import { PHONE_PACE } from './test-code-rules.ts'
import { sendTestText, type TestTextDeps } from './send-test-text.ts'

export const registerTestTextRoutes = (app: Http, deps: OwnerDoor & TestTextDeps): void => {
  const { requireSession } = deps
  const operation = operations('test-texts', requireSession.ofBusiness)
  const countPhone = deps.createLimit('test-code-phone', {
    most: PHONE_PACE.most,
    seconds: PHONE_PACE.ms / 1000,
  })
  const whoAsks = (request: FastifyRequest) => ({
    businessId: requireSession.businessOf(request),
    userId: requireSession.who(request).userId,
  })

  app.post(
    '/api/sms/test',
    operation('sendTestText', 'Text the owner what a customer would get.', {
      headers: actHeaders,
      body: smsTestRequest,
      response: { 200: smsTestResponse },
      errors: [
        'invalid-template',
        'invalid-phone',
        'foreign-link',
        'no-review-page',
        'opted-out',
        'outside-hours',
        'no-funds',
        'number-not-confirmed',
        'key-used',
        'too-many-requests',
        'text-refused',
        'gateway-busy',
      ],
    }),
    async (request) => {
      return sendTestText(deps, {
        message: undefined,
        ...request.body,
        ...whoAsks(request),
        key: keyOf(request.headers),
      })
    },
  )
  app.post(
    '/api/sms/test-codes',
    operation('sendTestCode', 'Text a code to a number, to confirm it for test texts.', {
      headers: actHeaders,
      body: smsTestCodeRequest,
      response: { 200: smsTestCodeResponse },
      errors: [
        'invalid-phone',
        'opted-out',
        'number-confirmed',
        'outside-hours',
        'text-refused',
        'gateway-busy',
        'key-used',
        'too-many-requests',
      ],
    }),
    async (request) => {
      const count = (phoneHash: Buffer) => countPhone(phoneHash.toString('hex'))
      return sendTestCode(
        { ...deps, countPhone: count },
        { ...request.body, ...whoAsks(request), key: keyOf(request.headers) },
      )
    },
  )

  app.post(
    '/api/sms/test-numbers',
    operation('confirmTestNumber', 'Confirm a number by the code that came to it.', {
      body: smsTestNumberRequest,
      response: { 200: smsTestNumberResponse },
      errors: ['invalid-phone', 'wrong-code', 'code-over'],
    }),
    async (request) => confirmTestNumber(deps, { ...request.body, ...whoAsks(request) }),
  )
}

const keyOf = (headers: ActHeaders): string => headers['idempotency-key'] ?? crypto.randomUUID()
