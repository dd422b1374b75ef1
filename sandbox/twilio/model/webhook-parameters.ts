import type { TextFacts } from './text.ts'

/** What Twilio posts to a text's StatusCallback when its status changes. */
export const statusParameters = (
  accountSid: string,
  text: Pick<TextFacts, 'sid' | 'to' | 'from' | 'serviceSid' | 'errorCode' | 'errorMessage'> & {
    status: string
  },
  now: Date,
): Record<string, string> => ({
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
  MessageSid: text.sid,
  MessageStatus: text.status,
  SmsSid: text.sid,
  SmsStatus: text.status,
  To: text.to,
  From: text.from ?? '',
  ...(text.serviceSid ? { MessagingServiceSid: text.serviceSid } : {}),
  ...(text.errorCode === null
    ? {}
    : { ErrorCode: String(text.errorCode), ErrorMessage: text.errorMessage ?? '' }),
  ...(text.status === 'delivered' ? { RawDlrDoneDate: rawDate(now) } : {}),
})

/** YYMMDDhhmm, without a time zone. */
const rawDate = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(2, 12)

/** What Twilio posts when someone texts our number. */
export const inboundParameters = (
  accountSid: string,
  text: Pick<TextFacts, 'sid' | 'from' | 'to' | 'body' | 'segments' | 'serviceSid'> & {
    /** What Advanced Opt-Out took it for. */
    optOutType?: string | undefined
  },
): Record<string, string> => ({
  ToCountry: 'AU',
  ToState: '',
  ToCity: '',
  ToZip: '',
  FromCountry: 'AU',
  FromState: '',
  FromCity: '',
  FromZip: '',
  SmsMessageSid: text.sid,
  SmsSid: text.sid,
  MessageSid: text.sid,
  SmsStatus: 'received',
  NumMedia: '0',
  NumSegments: String(text.segments),
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
  From: text.from ?? '',
  To: text.to,
  Body: text.body,
  ...(text.serviceSid ? { MessagingServiceSid: text.serviceSid } : {}),
  ...(text.optOutType ? { OptOutType: text.optOutType } : {}),
})
