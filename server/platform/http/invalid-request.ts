import type { z, ZodError } from 'zod'
import { Refusal } from '../errors.ts'

/**
 * Refuses what a schema did not let through. `fields` says what is wrong where: a sentence for an owner where the
 * schema has one of its own, else some words in small letters for programs. `detail` repeats none of it.
 */
export const invalidRequest = ({ issues }: ZodError): Refusal =>
  new Refusal(
    'invalid-request',
    422,
    'Something that was entered cannot be used. Please check it and try again.',
    { fields: issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  )

/** What is wrong with a value, where its schema has no words for that. */
export const inShort = ({ code, input, ...issue }: z.core.$ZodRawIssue): string => {
  if (input === undefined) return 'is missing'
  const isLength = issue['origin'] !== 'number' && issue['origin'] !== 'int'
  if (code === 'too_small') return isLength ? 'is too short' : 'is too small'
  if (code === 'too_big') return isLength ? 'is too long' : 'is too large'
  return 'is not as described'
}
