type Moved = {
  kind: string
  note: string | null
  isTest: boolean
  customerName: string | null
  invoiceNumber: string | null
}

/** A movement of funds in the owner's words. */
export const movementWords = (moved: Moved): string => {
  const { kind, note } = moved
  if (kind === 'grant') return note ? `Credit from us: ${note}` : 'Credit from us'
  if (kind === 'reserve') return `Set aside for ${textOf(moved)}`
  if (kind === 'capture') return capital(textOf(moved))
  if (kind === 'release') return `Given back, it did not go out: ${textOf(moved)}`
  return PAYMENTS[kind] ?? 'Change of funds'
}

const PAYMENTS: Record<string, string> = {
  topup: 'Top-up by card',
  refund: 'Refunded to your card',
  dispute: 'Taken back by your bank',
  reinstate: 'Given back: a refund or dispute was undone',
}

const textOf = ({ isTest, customerName, invoiceNumber }: Moved): string => {
  if (isTest) return 'a test text to your phone'
  const whom = customerName ?? 'a customer'
  return invoiceNumber ? `a text to ${whom}, ${invoiceNumber}` : `a text to ${whom}`
}

/** 'a text to Jane' → 'Text to Jane'. */
const capital = (words: string): string =>
  words.replace(/^a (.)/, (_, letter: string) => letter.toUpperCase())
