import type { Act } from '../../../../contracts/shared/values.ts'
import { contactUrl, invoiceUrl } from '../../../organisations/xero-links-rules.ts'
import type { SkipReason } from '../../deciding/review-request-rules.ts'
import { isOfRule } from '../words/rule-words-rules.ts'
import { barsOf, isMended, type Against, type Business, type State } from '../words/request-words-rules.ts'

/** Where an owner mends what kept a text from its customer. */
export type Mending = 'contact' | 'invoice' | 'funds' | 'settings' | 'xero'

/** What mends it where a text waits or has not arrived; undefined where nothing does. */
export const requestMending = (
  state: State,
  reason: string | null,
  against: Against,
): Mending | undefined => {
  if (state === 'scheduled' || state === 'waiting_for_funds' || state === 'held') {
    const bar = barsOf(state, against)
    if (bar) return bar === 'switched_off' ? 'settings' : undefined
    return state === 'waiting_for_funds' ? 'funds' : undefined
  }
  // The rule may be another by now, and it brings no text back.
  if (state === 'cancelled' && isOfRule(reason)) return undefined
  const isOver = state === 'failed' || state === 'cancelled' || state === 'expired'
  return isOver ? reasonMending(reason, against) : undefined
}

/** What mends a reason; a switch that is on again, or a connection that was made anew, needs nothing. */
export const reasonMending = (reason: string | null, business: Business): Mending | undefined => {
  if (reason === null || isMended(reason, business)) return undefined
  return Object.hasOwn(MENDINGS, reason) ? MENDINGS[reason as keyof typeof MENDINGS] : undefined
}

const OF_DECISIONS = {
  automation_off: 'settings',
  excluded_contact: 'settings',
  excluded_word: 'settings',
  excluded_group: 'settings',
  excluded_tracking: 'settings',
  deposit_invoice: 'settings',
  excluded_invoice_word: 'settings',
  below_smallest_amount: 'settings',
  no_mobile: 'contact',
  landline: 'contact',
  country_not_served: 'contact',
  paid_in_future: 'invoice',
} as const satisfies Partial<Record<SkipReason, Mending>>

const MENDINGS = {
  ...OF_DECISIONS,
  no_funds: 'funds',
  xero_disconnected: 'xero',
  '21211': 'contact',
  '21614': 'contact',
  '21635': 'contact',
  '30005': 'contact',
  '30006': 'contact',
  '30007': 'settings',
} as const satisfies Record<string, Mending>

/** The reasons and the gateway's codes that a corrected contact mends. */
export const MENDED_BY_CONTACT: string[] = Object.entries(MENDINGS)
  .filter(([, mending]) => mending === 'contact')
  .map(([reason]) => reason)

type Places = { shortCode: string | null; invoiceId: string; contactId: string | null }

/** The link that leads there. Without `places`, for many texts at once, only a screen of ours is one place. */
export const actOf = (mending: Mending | undefined, places?: Places): Act | null => {
  if (mending === 'funds') return { words: 'Add More Funds', url: '/dashboard?tab=top-up' }
  if (mending === 'settings') return { words: 'Open SMS Setup', url: '/dashboard?tab=sms' }
  if (mending === 'xero') return { words: 'Open Xero Status', url: '/dashboard?tab=xero' }
  if (!mending || !places) return null
  const { shortCode, invoiceId, contactId } = places
  if (mending === 'invoice')
    return { words: 'Open the invoice in Xero', url: invoiceUrl(shortCode, invoiceId) }
  return contactId ? { words: 'Open the contact in Xero', url: contactUrl(shortCode, contactId) } : null
}
