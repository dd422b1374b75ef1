import type { SmsSender } from '../../contracts/message-settings.ts'
import { canReceive, isMessagingService, isNumber } from '../texts/sender-rules.ts'

/** By which sender a business texts, as its owner is shown it. */
export const presentSender = (own: string | null, shared: string): SmsSender => {
  if (own !== null)
    return { kind: isNumber(own) ? 'own-number' : 'own-name', name: own, isTwoWay: canReceive(own) }
  return {
    kind: 'shared',
    name: isMessagingService(shared) ? null : shared,
    isTwoWay: canReceive(shared),
  }
}
