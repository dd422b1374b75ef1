import type { SmsSender } from '../../../contracts/message-settings.ts'
import { phoneInWords } from '../../lib/formats/phone-in-words.ts'

/** By which number or name the texts go, and whom a STOP to it stops. */
export const senderInWords = ({ kind, name: sender, isTwoWay }: SmsSender): string => {
  const name = sender && phoneInWords(sender)
  if (kind === 'own-number')
    return `Your texts come from your own number, ${name}: STOP sent to it stops your texts only.`
  if (!isTwoWay) {
    const whose = kind === 'own-name' ? 'your own name' : 'a name that other businesses share'
    return `Your texts come from ${name}, ${whose}: nobody can reply to it, so each has a link to stop them.`
  }
  return name === null
    ? 'Your texts come from numbers that other businesses share: STOP sent to one of them stops their texts as well.'
    : `Your texts come from ${name}, which other businesses share: STOP sent to it stops their texts as well.`
}
