import {
  TEMPLATE_LIMIT,
  templateProblem,
  type TemplateProblem,
} from '../../contracts/shared/template-problem.ts'
import { Refusal } from '../platform/errors.ts'
import { foldToGsm } from './gsm-rules.ts'
import { halfFieldDoubts } from './half-field-rules.ts'
import { doubtsOf } from './message-doubts-rules.ts'
import { asksForStop } from './stop-words-rules.ts'

export { TEMPLATE_LIMIT }
export { FIELD, fieldKey, TEMPLATE_FIELDS } from '../../contracts/shared/template-fields.ts'

export type TemplateCheck = { warnings: string[] } & ({ ok: true } | ({ ok: false } & TemplateProblem))

/**
 * Whether a template may be saved, and what its owner should think about again. `businessName` is that of her business;
 * `isOneWay`: its texts take no replies.
 */
export const checkTemplate = (
  template: string,
  { businessName, isOneWay = false }: { businessName?: string; isOneWay?: boolean } = {},
): TemplateCheck => {
  const problem = templateProblem(template)
  // Folded: a no-break space between two words hides no warning.
  const text = foldToGsm(template)
  const warnings = [...halfFieldDoubts(text), ...doubtsOf(text, businessName)]
  if (isOneWay && asksForStop(text)) warnings.push(NOBODY_CAN_REPLY)
  return problem ? { ok: false, ...problem, warnings } : { ok: true, warnings }
}

const NOBODY_CAN_REPLY =
  'Nobody can reply to your texts, because they come from a name. We leave out "Reply STOP", and put in a link to opt out.'

/** Throws Refusal 422 with the message of the rule that the template breaks. */
export const refuseBadTemplate = (template: string): void => {
  const check = checkTemplate(template)
  if (check.ok) return
  throw new Refusal('invalid-template', 422, 'This message cannot be used as it is.', {
    fields: [{ path: 'message', message: check.message }],
  })
}
