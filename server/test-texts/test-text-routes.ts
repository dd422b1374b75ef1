import { smsTestRequest, smsTestResponse } from '../../contracts/test-texts.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { sendTestText, type TestTextDeps } from './send-test-text.ts'

export const registerTestTextRoutes = (app: Http, deps: OwnerDoor & TestTextDeps): void => {
  const { requireSession } = deps

  app.post(
    '/api/sms/test',
    operations('test-texts', requireSession.ofBusiness)(
      'sendTestText',
      'Text the owner what a customer would get.',
      {
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
          'key-reused',
          'too-many-requests',
          'text-refused',
          'gateway-busy',
        ],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      return sendTestText(deps, { businessId, userId, message: undefined, ...request.body })
    },
  )
}
