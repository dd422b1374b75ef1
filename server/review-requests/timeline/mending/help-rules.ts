import { isOurFault } from '../../../texts/failure-rules.ts'
import { skipReasonWords } from '../../deciding/review-request-rules.ts'
import { isOfRule } from '../words/rule-words-rules.ts'
import type { State } from '../words/request-words-rules.ts'

/**
 * For the owner where there is nothing to do: why, or what would change it. `reason` is that of the decision where no
 * text was written, and that of the text otherwise. Null for a text that went out. `waitsForNo`: she can still say no.
 * `optOutSource`: how the customer opted out, where that is known.
 */
export const helpOf = (
  state: State | null,
  reason: string | null,
  waitsForNo = false,
  optOutSource: string | null = null,
): string | null => {
  if (waitsForNo) return SAY_NO
  if (state === 'sent' || state === 'delivered') return null
  if (state === 'cancelled' && isOfRule(reason)) return RULES_OF_NOW
  if (reason === 'opted_out' && optOutSource !== null && Object.hasOwn(OF_OPT_OUTS, optOutSource))
    return OF_OPT_OUTS[optOutSource]!
  if (reason !== null && Object.hasOwn(OF_REASONS, reason)) return OF_REASONS[reason]!
  if (state === 'failed') return reason !== null && isOurFault(reason) ? OURS : NEXT_INVOICE
  return (state && OF_STATES[state]) ?? null
}

const NEXT_INVOICE = 'Nothing needs doing: they are asked with their next paid invoice.'
const SAY_NO = 'Say no with Don’t send, or Hold it, before then.'
const RULES_OF_NOW = 'Nothing needs doing: their next paid invoice goes by the rules that you have then.'
const OURS = 'Nothing needs doing on your side. Write to us if it happens again.'

const OF_STATES: Partial<Record<State, string>> = {
  scheduled: 'Nothing needs doing. If the invoice is not paid any more by then, the text is cancelled.',
  waiting_for_funds: 'A top-up sends it, oldest first.',
  held: 'Release it, or leave it: after two weeks it is dropped.',
  sending: 'Nothing needs doing: you will see here what became of it.',
  unknown: 'Nothing needs doing. It is not sent a second time before we know.',
  cancelled: NEXT_INVOICE,
  expired: NEXT_INVOICE,
}

const REPLY_START =
  'We cannot change that, and neither can you. If they want texts again, they reply START to an earlier one.'

/** START undoes a STOP alone; the page of the link has its undo for as long as `UNDO_MS`. */
const OF_OPT_OUTS: Record<string, string> = {
  stop: REPLY_START,
  gateway: REPLY_START,
  link: 'We cannot change that, and neither can you. They opted out by the link, and could undo it for half an hour.',
}

const OF_DECISIONS: Record<string, string> = Object.fromEntries(
  Object.entries(skipReasonWords).flatMap(([reason, { help }]) => (help ? [[reason, help]] : [])),
)

/** Of texts; those of decisions stand beside the rule that decides. */
const OF_REASONS: Record<string, string> = {
  ...OF_DECISIONS,
  no_longer_paid: 'Nothing needs doing: once it is paid again, the customer is asked.',
  xero_unreachable: 'Nothing needs doing: it goes out once Xero answers.',
  xero_disconnected: NEXT_INVOICE,
  account_deactivated: NEXT_INVOICE,
  paced: 'Nothing needs doing: it goes by itself when its turn comes.',
  skipped_by_owner: NEXT_INVOICE,
  cancelled_by_owner: 'Nothing needs doing. You can undo it for two weeks.',
  held_too_long: NEXT_INVOICE,
  customer_erased: 'Nothing needs doing: nothing is sent to them any more.',
  '21408': 'Write to us if you have many customers there.',
  '21610': REPLY_START,
  '30004': 'Only they can change that, on their phone or with their network.',
}
