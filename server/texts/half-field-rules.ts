import { FIELD, TEMPLATE_FIELDS } from '../../contracts/shared/template-fields.ts'

/** 'firstName' in any writing: 'First name', 'first_name'. */
const NAMES = TEMPLATE_FIELDS.map((field) => field.replaceAll(/(?=[A-Z])/g, '[\\s_-]*')).join('|')
/** '<Your first name>', '{firstName' and 'firstName}'; not 'Review link >', which points at a link, after a '<3'. */
const HALVES = [
  `[{[<][^\\d{}[\\]<>]*\\b(?:${NAMES})\\s*[}\\]>]`,
  `[{[<]\\s*(?:${NAMES})\\b`,
  `\\b(?:${NAMES})\\s*[}\\]]`,
]
const HALF = new RegExp(HALVES.join('|'), 'gi')

/** Warns of what was meant to be filled in and would be sent as it stands: a brace is missing, or is another one. */
export const halfFieldDoubts = (text: string): string[] => {
  const halves = text.replaceAll(FIELD, ' ').match(HALF)
  if (!halves) return []
  const which = [...new Set(halves.map((half) => half.trim()))].join(' and ')
  return [`We would send ${which} as it stands. To have it filled in, write it in braces, like {firstName}.`]
}
