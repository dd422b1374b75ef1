import { CONFIGURATION_CODES, REFUSED_LATER_CODES } from '../integrations/twilio/twilio-codes-rules.ts'

const words: Record<string, { what: string; todo?: string }> = {
  '21211': { what: 'The number does not exist.', todo: 'Check their mobile number in Xero.' },
  '21408': { what: 'We cannot text that country yet.' },
  '21610': { what: 'They asked not to get texts.' },
  '21614': { what: 'That number cannot get texts.', todo: 'Check their mobile number in Xero.' },
  '21635': { what: 'That number is a landline.', todo: 'Add their mobile number in Xero.' },
  '30003': { what: 'Their phone could not be reached. It may have been off or out of range for long.' },
  '30004': { what: 'Their phone or network blocks these texts.' },
  '30005': { what: 'The number is not in use.', todo: 'Check their mobile number in Xero.' },
  '30006': {
    what: 'That number is a landline or cannot get texts.',
    todo: 'Add their mobile number in Xero.',
  },
  '30007': {
    what: 'The phone network took the text for spam.',
    todo: 'Keep the message plain in SMS Setup: no capitals, no links of your own.',
  },
  '30008': { what: 'The phone network could not deliver the text and did not say why.' },
  '30036': {
    what: 'The phone network did not come to send it in time, and dropped it instead of sending it late.',
  },
}

const OTHER = { what: 'The text could not be delivered.' }
const OURS = { what: 'We had a fault on our side. We have been told and are on it.' }
const OUR_CODES: ReadonlySet<string> = new Set([...CONFIGURATION_CODES, ...REFUSED_LATER_CODES])

/** Whether our account is at fault, and the owner has no words of her own about it. */
export const isOurFault = (code: string): boolean => OUR_CODES.has(code) && !Object.hasOwn(words, code)

/** A gateway's error code in the owner's words. Codes come and go: an unknown one has words as well. */
export const failureWords = (code: string | undefined): { what: string; todo?: string } => {
  if (code === undefined) return OTHER
  if (isOurFault(code)) return OURS
  return Object.hasOwn(words, code) ? words[code]! : OTHER
}
