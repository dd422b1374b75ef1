import { Refusal } from '../platform/errors.ts'
import { checkTemplate } from '../texts/text-rules.ts'

/** Throws Refusal 422 with the message of the rule that the template breaks. */
export const refuseBadTemplate = (message: string): void => {
  const check = checkTemplate(message)
  if (check.ok) return
  throw new Refusal('invalid-template', 422, check.message, {
    fields: [{ path: 'message', message: check.message }],
  })
}
