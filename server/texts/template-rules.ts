import { TEMPLATE_LIMIT } from '../../contracts/message-settings.ts'
import { unknownFieldProblem } from '../../contracts/template-fields.ts'
import { Refusal } from '../platform/errors.ts'
import { isGsm } from './gsm-rules.ts'

export { TEMPLATE_LIMIT }
export { FIELD, fieldKey, TEMPLATE_FIELDS } from '../../contracts/template-fields.ts'

export type TemplateCheck =
  | { ok: true; warnings: string[] }
  | {
      ok: false
      code: 'blank' | 'too_long' | 'invalid_character' | 'unknown_field'
      message: string
      characters?: string[]
    }

/** Whether a template may be saved, and what its owner should think about again. */
export const checkTemplate = (template: string): TemplateCheck => {
  const text = template.normalize('NFC')
  if (text.trim() === '') return { ok: false, code: 'blank', message: 'Please write a message.' }
  if ([...text].length > TEMPLATE_LIMIT) {
    return {
      ok: false,
      code: 'too_long',
      message: `Character limit reached. Maximum ${TEMPLATE_LIMIT} characters allowed.`,
    }
  }
  const characters = strangersIn(text)
  if (characters.length > 0) {
    const message = `Invalid character detected. Please remove special characters like ${nameThem(characters)}`
    return { ok: false, code: 'invalid_character', message, characters }
  }
  const unknown = unknownFieldProblem(text)
  if (unknown !== undefined) return { ok: false, code: 'unknown_field', message: unknown }
  return { ok: true, warnings: doubts(text) }
}

/** Throws Refusal 422 with the message of the rule that the template breaks. */
export const refuseBadTemplate = (template: string): void => {
  const check = checkTemplate(template)
  if (check.ok) return
  throw new Refusal('invalid-template', 422, 'This message cannot be used as it is.', {
    fields: [{ path: 'message', message: check.message }],
  })
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const strangersIn = (text: string): string[] => {
  if (isGsm(text)) return []
  const found = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return [...new Set(found.filter((character) => !isGsm(character)))]
}

const nameThem = (characters: string[]): string =>
  [...new Set(characters.slice(0, 8).map(nameOf))].slice(0, 5).join(' ')

const nameOf = (character: string): string => {
  if (character === '\t') return '(tab)'
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? character : '(hidden space)'
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
    warning: 'Google does not allow asking for a number of stars. Please ask for a review, whatever it says.',
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
