import type { Twilio } from '../integrations/twilio/twilio.ts'
import { VendorFailure } from '../platform/errors.ts'
import { notChecked, ok, wrong, type Check } from './check.ts'

const NAME = 'STOP by webhook'
const WANTED = '#rc=5&rp=all'

/** Does Twilio post texts of customers to our door, and more than once when we cannot take them. */
export const checkInboundUrl = async (
  twilio: Pick<Twilio, 'sender' | 'inboundUrl'>,
  publicUrl: string,
): Promise<Check> => {
  if (!/^\+\d+$/.test(twilio.sender))
    return notChecked(
      NAME,
      `only a number can be looked up: set the inbound address of ${twilio.sender} to end with ${WANTED}`,
    )
  const door = `${publicUrl.replace(/\/+$/, '')}/webhooks/twilio/inbound`
  try {
    const url = await twilio.inboundUrl()
    const [address, fragment = ''] = (url ?? '').split('#')
    if (address !== door)
      return wrong(NAME, `texts to ${twilio.sender} go to ${address || 'no address'}: set ${door}${WANTED}`)
    return asksForRetries(fragment)
      ? ok(NAME, 'texts come to our door, and again when it cannot take them')
      : wrong(NAME, `Twilio posts each text once and repeats none after an error: set ${door}${WANTED}`)
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    return notChecked(NAME, `Twilio cannot be asked (${cause.code})`)
  }
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides */
const asksForRetries = (fragment: string): boolean => {
  const asked = new URLSearchParams(fragment)
  const policies = (asked.get('rp') ?? '').split(',')
  return Number(asked.get('rc') ?? 0) >= 1 && policies.some((policy) => policy === 'all' || policy === '5xx')
}
