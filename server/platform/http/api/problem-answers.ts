import { STATUS_CODES } from 'node:http'
import type { ZodType } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import type { Operation } from './operation.ts'

/** Each code with its statuses, in a sentence, and the fields that its problem adds. */
export type Problems = Record<
  string,
  { status: number | readonly number[]; when: string; more?: Record<string, unknown> }
>

type Route = { method: string; operation: Operation; schema: object }

/** What any operation may answer, whatever it does. */
export const ANYWHERE = [
  'malformed-request',
  'too-slow',
  'too-large',
  'too-long',
  'unsupported-content',
  'internal-error',
  'database-away',
]

/** The name of the component of those problems. */
export const ANY_OTHER_PROBLEM = 'AnyOtherProblem'

const CHECKED = ['params', 'querystring', 'headers', 'body']

/** The codes that an operation may answer: those it names, and those that follow from its method and its shapes. */
export const codesOf = ({ method, operation, schema }: Route): string[] => [
  ...operation.errors,
  ...(method === 'get' ? [] : ['cross-origin']),
  // Of whoever only looks.
  ...(method === 'get' && !operation.file ? [] : ['read-only']),
  ...(CHECKED.some((part) => part in schema) ? ['invalid-request'] : []),
]

/** The problems of an operation by status. What many operations answer alike is one component. */
export const problemAnswers = ({ problem, problems }: { problem: ZodType; problems: Problems }) => {
  const shared = new Map<string, ZodOpenApiResponseObject>()
  const answer = (codes: string[], id: string, status?: number): ZodOpenApiResponseObject => {
    const known = shared.get(id)
    if (known) return known
    const examples = Object.fromEntries(
      codes.map((code) => [code, { value: problemOf(problems, code, status) }]),
    )
    const made: ZodOpenApiResponseObject = {
      id,
      description: codes.map((code) => `\`${code}\`: ${problems[code]!.when}`).join(' '),
      ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER } }),
      content: { 'application/problem+json': { schema: problem, examples } },
    }
    shared.set(id, made)
    return made
  }

  return (route: Route): Record<string, ZodOpenApiResponseObject> => {
    const byStatus = new Map<number, string[]>()
    for (const code of new Set(codesOf(route))) {
      if (!problems[code]) throw new Error(`${route.operation.id} names the unknown problem ${code}.`)
      for (const status of statusesOf(problems, code))
        byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
    const named = [...byStatus].map(([status, codes]) => {
      const sorted = codes.toSorted()
      return [String(status), answer(sorted, `${sorted.map(pascal).join('Or')}${status}`, status)]
    })
    return { ...Object.fromEntries(named), default: answer(ANYWHERE, ANY_OTHER_PROBLEM) }
  }
}

export const statusesOf = (problems: Problems, code: string): readonly number[] =>
  [problems[code]?.status ?? []].flat()

const RETRY_AFTER = {
  description: 'Seconds after which to try again, where that is known.',
  schema: { type: 'integer' as const },
}

const problemOf = (problems: Problems, code: string, wanted?: number) => {
  const { when, more } = problems[code]!
  const status = wanted ?? statusesOf(problems, code)[0]!
  return { type: 'about:blank', title: STATUS_CODES[status], status, code, detail: when, ...more }
}

const pascal = (code: string): string =>
  code.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase())
