import { smsTestRequest, smsTestResponse } from '../../contracts/test-texts.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { sendTestText, type TestTextDeps } from './send-test-text.ts'

const HOUR_SECONDS = 3600

export const registerTestTextRoutes = (app: Http, deps: OwnerDoor & TestTextDeps): void => {
  const { requireSession, createLimit } = deps
  const countBusiness = createLimit('test-text', { most: 5, seconds: HOUR_SECONDS })
  // Counted for the phone, whichever business asks: tests of many businesses must not flood one phone.
  const countPhone = createLimit('test-text-phone', { most: 10, seconds: 24 * HOUR_SECONDS })

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
          'opted-out',
          'no-funds',
          'text-refused',
          'gateway-busy',
        ],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const countTest = async (phoneHash: Buffer): Promise<void> => {
        await countBusiness(businessId)
        await countPhone(phoneHash.toString('hex'))
      }
      const { phone, message } = request.body
      return sendTestText(deps, { businessId, userId, phone, message, countTest })
    },
  )
}
