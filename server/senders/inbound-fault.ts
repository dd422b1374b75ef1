import { ASKS_FOR_RETRIES, inboundDoor, type InboundAddress } from '../integrations/twilio/inbound-address.ts'

/** Why texts to this number do not come to us as they must, and what to do; undefined where they do. */
export const inboundFault = (
  found: InboundAddress,
  number: string,
  publicUrl: string,
): string | undefined => {
  const wanted = `set "A message comes in" to ${inboundDoor(publicUrl)}${ASKS_FOR_RETRIES}, POST`
  switch (found.kind) {
    case 'ours':
      return undefined
    case 'once':
      return `Twilio posts each text to ${number} once and repeats none after an error: there, ${wanted}.`
    case 'not-in-account':
      return `The Twilio account has no number ${number}. Buy it there, or correct it.`
    case 'without-texts':
      return `${number} cannot send texts at Twilio: it has no SMS. Take a number that has.`
    case 'of-application':
      return `Texts to ${number} go to the application ${found.applicationSid}: at Twilio, take it off the number, and ${wanted}.`
    case 'by-get':
      return `Texts to ${number} come by GET, which our door does not read: at Twilio, ${wanted}.`
    case 'elsewhere':
      return `Texts to ${number} go to ${found.address ?? 'no address'}: at Twilio, ${wanted}.`
  }
}
