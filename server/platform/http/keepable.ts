import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { z, type ZodType } from 'zod'
import { inShort, invalidRequest } from './invalid-request.ts'

/** PostgreSQL keeps no NUL, and half a surrogate pair is no letter: neither goes into a text or into JSON there. */
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const MESSAGE = 'has a character that is none'

/** A text from outside where no schema of a route looks at it. */
export const keepable = z.string().refine(isKeepable, MESSAGE)

/** Validates as the route's own schema says, and refuses what cannot be kept, wherever in it a text stands. */
export const keepableCompiler: FastifySchemaCompiler<ZodType> = (route) => {
  const schema = route.schema.superRefine((value, context) => {
    for (const path of unkeepablePaths(value)) context.addIssue({ code: 'custom', path, message: MESSAGE })
  })
  return (given: unknown) => {
    const read = schema.safeParse(given, { error: inShort })
    return read.success ? { value: read.data } : { error: invalidRequest(read.error) }
  }
}

/** No deeper than the schema, because only what it let through is looked at. */
const unkeepablePaths = (value: unknown): string[][] => {
  if (typeof value === 'string') return isKeepable(value) ? [] : [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unkeepablePaths(inner).map((path) => [key, ...path]))
}

/**
 * The same for the address of a route without a schema: nothing of ours lies there, and what the route answers then is
 * what a person who opened it sees.
 */
export const mendPath = (
  { params, routeOptions }: FastifyRequest,
  _: FastifyReply,
  done: () => void,
): void => {
  if (!routeOptions.schema?.params) {
    const given = (params ?? {}) as Record<string, string>
    for (const [name, text] of Object.entries(given))
      if (!isKeepable(text)) given[name] = text.toWellFormed().replaceAll('\0', '\uFFFD')
  }
  done()
}
