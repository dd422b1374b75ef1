import { TEMPLATE_LIMIT, templateProblem, type TemplateProblem } from '../../contracts/template-problem.ts'
import { Refusal } from '../platform/errors.ts'
import { foldToGsm } from './gsm-rules.ts'
import { doubtsOf } from './message-doubts-rules.ts'

export { TEMPLATE_LIMIT }
export { FIELD, fieldKey, TEMPLATE_FIELDS } from '../../contracts/template-fields.ts'

export type TemplateCheck = { warnings: string[] } & ({ ok: true } | ({ ok: false } & TemplateProblem))

/** Whether a template may be saved, and what the owner of the business of this name should think about again. */
export const checkTemplate = (template: string, businessName?: string): TemplateCheck => {
  const problem = templateProblem(template)
  // Folded: a no-break space between two words hides no warning.
  const warnings = doubtsOf(foldToGsm(template), businessName)
  return problem ? { ok: false, ...problem, warnings } : { ok: true, warnings }
}

/** Throws Refusal 422 with the message of the rule that the template breaks. */
export const refuseBadTemplate = (template: string): void => {
  const check = checkTemplate(template)
  if (check.ok) return
  throw new Refusal('invalid-template', 422, 'This message cannot be used as it is.', {
    fields: [{ path: 'message', message: check.message }],
  })
}
