import { TEMPLATE_LIMIT, templateProblem, type TemplateProblem } from '../../contracts/template-problem.ts'
import { Refusal } from '../platform/errors.ts'
import { foldToGsm } from './gsm-rules.ts'

export { TEMPLATE_LIMIT }
export { FIELD, fieldKey, TEMPLATE_FIELDS } from '../../contracts/template-fields.ts'

export type TemplateCheck = { warnings: string[] } & ({ ok: true } | ({ ok: false } & TemplateProblem))

/** Whether a template may be saved, and what its owner should think about again. */
export const checkTemplate = (template: string): TemplateCheck => {
  const problem = templateProblem(template)
  // Folded: a no-break space between two words hides no warning.
  const warnings = doubts(foldToGsm(template))
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

const doubts = (text: string): string[] =>
  DOUBTS.filter(({ pattern }) => pattern.test(text)).map(({ warning }) => warning)

const DOUBTS = [
  {
    pattern:
      /\b(discounts?|gifts?|prizes?|vouchers?|coupons?|rewards?|cash ?back|giveaway|raffle|bonus|win|chance to|in (return|exchange)|% off)\b|(?<!feel |[a-z]-)\bfree\b(?! (to|time))|\d% ?off|\$\d+ off/i,
    warning:
      'Google removes reviews that were given for something in return. Please ask without offering a gift, a discount or a prize.',
  },
  {
    pattern: /\b(5|five)[ -]?stars?\b|\*{5}/i,
    warning: 'Google does not allow asking for a number of stars. Please ask for an honest review.',
  },
  {
    pattern:
      /\bif (you|we|our|your|everything|all)\b[^.!?]{0,40}\b(happy|satisfied|pleased|loved?|enjoyed|liked?|good|great|well|perfect|delighted)\b|\b(happy|satisfied) customers? only\b|\bonly if\b/i,
    warning:
      'Google does not allow asking only happy customers. Please ask everyone the same way, whatever they thought.',
  },
  {
    pattern:
      /\b(good|great|positive|glowing|nice|excellent|kind|lovely|fantastic)( google)? (review|rating|feedback)/i,
    warning: 'Please ask for an honest review, not for a good one: Google does not allow it.',
  },
  {
    pattern: /https?:\/\/|\bwww\./i,
    warning:
      'The review link is put in for you, with {reviewLink} or at the end. You need no link of your own.',
  },
]
