/** Names that may stand in braces in a message; each is filled in for each customer. */
export const TEMPLATE_FIELDS = [
  'firstName',
  'customerName',
  'businessName',
  'invoiceNumber',
  'reviewLink',
] as const

/** `{ First_Name }` counts as `{firstName}`. Braces around anything but words are plain characters. */
export const FIELD = /\{+\s*([A-Za-z][\w -]*?)\s*\}+/g

export const fieldKey = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase()

/** Why a message with an unknown field is refused; undefined where each field is known. */
export const unknownFieldProblem = (message: string): string | undefined => {
  const unknown = Array.from(message.matchAll(FIELD), ([field, name]) => ({ field, name: name! }))
    .filter(({ name }) => !KNOWN.has(fieldKey(name)))
    .map(({ field }) => field)
  if (unknown.length === 0) return undefined
  return `We cannot fill in ${[...new Set(unknown)].join(' and ')}. You can use ${FIELD_LIST}.`
}

const KNOWN = new Set(TEMPLATE_FIELDS.map(fieldKey))
const FIELD_LIST = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(', ')
