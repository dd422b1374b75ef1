import { textPage } from '../../sandbox/twilio/model/list-texts.ts'
import type { TextFacts } from '../../sandbox/twilio/model/text.ts'
import { textAnswer } from '../../sandbox/twilio/model/text-answer.ts'

/** Answers of Twilio, written by the sandbox's model of it. Contract tests check them against Twilio's description. */
export const ACCOUNT_SID = `AC${'a'.repeat(32)}`
export const messageSid = (end: number): string => `SM${String(end).padStart(32, '0')}`

const AT = Date.parse('2023-08-24T05:01:45Z')
const text: TextFacts = {
  sid: messageSid(0),
  direction: 'outbound-api',
  from: '+61480000000',
  to: '+61491570006',
  body: 'Hi Sam, thanks!',
  segments: 1,
  serviceSid: null,
  status: 'queued',
  errorCode: null,
  errorMessage: null,
  createdAt: AT,
  sentAt: null,
  updatedAt: AT,
}

/** `given` stands in the answer as it is, also what Twilio does not send today. */
export const message = (sid: string, given: Record<string, unknown> = {}) => ({
  ...textAnswer(ACCOUNT_SID, { ...text, sid }),
  ...given,
})

/** `next` is the page that follows, where there is one. */
export const messagePage = (messages: object[], next?: number) =>
  textPage(ACCOUNT_SID, messages, {
    query: { To: text.to },
    page: next ? next - 1 : 0,
    pageSize: 100,
    hasMore: next !== undefined,
  })
