import type { InboundSms } from '../integrations/twilio/twilio-types.ts'
import { meaningOfInbound } from '../texts/inbound-rules.ts'
import { holdStop, recordInboundSms, type HeardSms, type InboundDeps } from './record-inbound-sms.ts'
import { keepForLater, type InboxDeps } from './twilio-inbox.ts'

type Deps = InboundDeps & { hashPhone: (phone: string) => Buffer }

/** A STOP that is on record, as the gateway lists it. */
export const holdListedStop = (deps: Deps, { messageSid, from, to }: InboundSms): Promise<void> =>
  holdStop(deps, { messageSid, phoneHash: deps.hashPhone(from).toString('hex'), to, meaning: 'stop' })

/** A customer texted us, by webhook, or in the gateway's list, which says when. */
export const receiveInboundSms = async (
  deps: Deps & InboxDeps,
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
