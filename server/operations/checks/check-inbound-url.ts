import type { Db } from '../../database/database.ts'
import { ASKS_FOR_RETRIES } from '../../integrations/twilio/inbound-address.ts'
import type { Twilio } from '../../integrations/twilio/twilio.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { inboundFault } from '../../senders/inbound-fault.ts'
import { listSenders } from '../../senders/sender-queries.ts'
import { isNumber } from '../../texts/sender-rules.ts'
import { isAre, notChecked, ok, wrong, type Check } from './check.ts'

const NAME = 'STOP by webhook'
const OWN_NAME = 'own numbers'

type Asked = Pick<Twilio, 'sender' | 'inboundAddress'>

/** Does Twilio post texts of customers to our door, and more than once when we cannot take them. */
export const checkInboundUrl = async (twilio: Asked, publicUrl: string): Promise<Check> => {
  const { sender } = twilio
  if (!isNumber(sender))
    return notChecked(
      NAME,
      `only a number can be looked up: set the inbound address of ${sender} to end with ${ASKS_FOR_RETRIES}`,
    )
  try {
    const fault = await faultOf(twilio, sender, publicUrl)
    return fault ? wrong(NAME, fault) : ok(NAME, 'texts come to our door, and again when it cannot take them')
  } catch (cause) {
    return cannotAsk(NAME, cause)
  }
}

/** The same of each number that a business has for itself, one after another. Undefined where none has one. */
export const checkOwnNumbers = async (
  db: Db,
  twilio: Asked,
  publicUrl: string,
): Promise<Check | undefined> => {
  const numbers = (await listSenders(db, null)).filter(({ sender }) => isNumber(sender))
  if (numbers.length === 0) return undefined
  try {
    const faults: string[] = []
    for (const { sender, businessName } of numbers) {
      const fault = await faultOf(twilio, sender, publicUrl)
      if (fault) faults.push(`${businessName}: ${fault}`)
    }
    return faults.length > 0
      ? wrong(OWN_NAME, faults.join(' '))
      : ok(OWN_NAME, `texts to ${isAre(numbers.length, 'own number', 'own numbers')} come to our door`)
  } catch (cause) {
    return cannotAsk(OWN_NAME, cause)
  }
}

const faultOf = async (twilio: Asked, number: string, publicUrl: string): Promise<string | undefined> =>
  inboundFault(await twilio.inboundAddress(number), number, publicUrl)

const cannotAsk = (name: string, cause: unknown): Check => {
  if (!(cause instanceof VendorFailure)) throw cause
  return notChecked(name, `Twilio cannot be asked (${cause.code})`)
}
