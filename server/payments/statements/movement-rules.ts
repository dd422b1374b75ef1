import type { Movement } from '../../../contracts/ledger.ts'
import { notBlank } from '../../platform/not-blank-rules.ts'

type Moved = {
  kind: string
  note: string | null
  settledAs: 'capture' | 'release' | null
  /** The gateway took its text and could not deliver it. */
  isUndelivered: boolean
  isTest: boolean
  customerName: string | null
  invoiceNumber: string | null
}

/** A movement of funds in the owner's words. */
export const movementWords = (moved: Moved): string => {
  const { kind, note } = moved
  if (kind === 'grant') return note ? `Credit from us: ${note}` : 'Credit from us'
  if (kind === 'reserve') return textOf(moved)
  if (kind === 'release') return `Given back: ${textOf(moved).replace(/^T/, 't')} did not go out`
  if (kind === 'topup' && note === 'automatic') return 'Automatic top-up by card'
  return PAYMENTS[kind] ?? 'Change of funds'
}

/** The state of a text's payment; null for a movement that is no text. */
export const textState = ({
  kind,
  settledAs,
  isUndelivered,
}: Pick<Moved, 'kind' | 'settledAs' | 'isUndelivered'>): Movement['text'] => {
  if (kind !== 'reserve') return null
  if (settledAs === null) return 'on_its_way'
  if (settledAs === 'release') return 'given_back'
  return isUndelivered ? 'not_delivered' : 'paid'
}

const PAYMENTS: Record<string, string> = {
  topup: 'Top-up by card',
  refund: 'Refunded to your card',
  dispute: 'Taken back by your bank',
  reinstate: 'Given back from a refund or dispute',
}

const textOf = ({ isTest, customerName, invoiceNumber }: Moved): string => {
  if (isTest) return 'Test text to your phone'
  const whom = notBlank(customerName) ?? 'a customer'
  return invoiceNumber ? `Text to ${whom}, ${invoiceNumber}` : `Text to ${whom}`
}
