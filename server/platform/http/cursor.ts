import { z, type ZodType } from 'zod'
import { Refusal } from '../errors.ts'

/** Where the next page of a list begins, as text that travels in an address. It holds nothing secret. */
export const writeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** A moment in a cursor: the database has no year 0. */
export const momentOfPlace = z.iso.datetime().regex(/^(?!0000)/)

/** Throws Refusal 422 for one that we did not write. */
export const readCursor = <Place>(text: string, schema: ZodType<Place>): Place => {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'), refuseNul))
  } catch {
    throw new Refusal(
      'invalid-cursor',
      422,
      'This list could not be continued. Please load the page again.',
      {
        fields: [{ path: 'cursor', message: 'is not a place in this list' }],
      },
    )
  }
}

/** The database keeps no text with a NUL, so no place of ours has one. */
const refuseNul = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('A cursor holds a NUL.')
  return value
}
