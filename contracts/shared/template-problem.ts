import { isGsm } from './gsm-alphabet.ts'
import { unknownFieldProblem } from './template-fields.ts'

/** Characters, as people count them. */
export const TEMPLATE_LIMIT = 200

export type TemplateProblem = {
  code: 'blank' | 'too_long' | 'invalid_character' | 'unknown_field'
  message: string
  characters?: string[]
}

/** Why a message may not be saved: the first of the rules that it breaks; undefined where it breaks none. */
export const templateProblem = (template: string): TemplateProblem | undefined => {
  const text = template.normalize('NFC')
  if (text.trim() === '') return { code: 'blank', message: 'Please write a message.' }
  if ([...text].length > TEMPLATE_LIMIT) {
    const message = `Character limit reached. Maximum ${TEMPLATE_LIMIT} characters allowed.`
    return { code: 'too_long', message }
  }
  const characters = strangersIn(text)
  if (characters.length > 0) {
    const message = `Invalid character detected. Please remove special characters like ${nameThem(characters)}`
    return { code: 'invalid_character', message, characters }
  }
  const unknown = unknownFieldProblem(text)
  return unknown === undefined ? undefined : { code: 'unknown_field', message: unknown }
}

const strangersIn = (text: string): string[] => {
  if (isGsm(text)) return []
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const found = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return [...new Set(found.filter((character) => !isGsm(character)))]
}

const nameThem = (characters: string[]): string =>
  [...new Set(characters.slice(0, 8).map(nameOf))].slice(0, 5).join(' ')

const nameOf = (character: string): string => {
  if (character === '\t') return '(tab)'
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? character : '(hidden space)'
}
