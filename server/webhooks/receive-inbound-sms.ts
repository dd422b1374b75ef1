import type { InboundSms } from '../integrations/twilio/twilio-types.ts'
import { meaningOfInbound } from '../texts/sms-status-rules.ts'
import { recordInboundSms, type HeardSms, type InboundDeps } from './record-inbound-sms.ts'
import { keepForLater, type InboxDeps } from './twilio-inbox.ts'

/** A customer texted us, by webhook, or in the gateway's list, which says when. */
export const receiveInboundSms = async (
  deps: InboundDeps & InboxDeps & { hashPhone: (phone: string) => Buffer },
  { messageSid, from, to, body, optOutType }: InboundSms,
  sentAt?: Date,
): Promise<void> => {
  const phoneHash = deps.hashPhone(from).toString('hex')
  const heard: HeardSms = { messageSid, phoneHash, to, meaning: meaningOfInbound(body, optOutType) }
  try {
    await recordInboundSms(deps, heard, sentAt)
  } catch (cause) {
    await keepForLater(deps, { kind: 'inbound', content: { ...heard, sentAt } }, cause)
  }
}
