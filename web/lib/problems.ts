import type { Problem } from '../../contracts/shared/problem.ts'

/** The problem in the server's answer, or `unknown` where the answer is not a problem document. */
export type ReadProblem = Omit<Problem, 'code'> & { code: Problem['code'] | 'unknown' }

/** The server refused the call. `problem` is its answer. */
export class Refused extends Error {
  readonly problem: ReadProblem

  constructor(problem: ReadProblem) {
    super(problem.detail)
    this.name = 'Refused'
    this.problem = problem
  }
}

/** There was no whole answer: no network, or the server is away. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('no answer', { cause })
    this.name = 'Unreachable'
  }
}

export const readProblem = async (response: Response): Promise<Refused> => {
  const fallback: ReadProblem = {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    code: 'unknown',
    detail: '',
  }
  try {
    const body: unknown = await response.json()
    return new Refused({ ...fallback, ...(body as Problem), status: response.status })
  } catch {
    return new Refused(fallback)
  }
}

/** What went wrong, for a person. The only place where an error becomes words. */
export const inWords = (error: unknown): string => {
  if (error instanceof Unreachable) {
    return 'We could not reach Goodword. Check your internet connection, then try again.'
  }
  if (!(error instanceof Refused)) return 'Something went wrong on this page. Please try again.'
  const { status, detail, fields, retryAfterSeconds } = error.problem
  if (status === 429) return tooManyTries(detail, retryAfterSeconds)
  if (status >= 500) return serverTrouble(error.problem)
  return sentencesOf(fields) || detail || 'That did not work. Please try again.'
}

/** What is wrong with each field, once. Words in small letters are for programs. */
const sentencesOf = (fields: Problem['fields'] = []): string =>
  [...new Set(fields.map(({ message }) => message))].filter((words) => !/^\p{Ll}/u.test(words)).join(' ')

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof Refused && error.problem.status === status

export const isCode = (error: unknown, code: Problem['code']): boolean =>
  error instanceof Refused && error.problem.code === code

/** May succeed at the next try: no answer, or an error of the server. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && error.problem.status >= 500)

const tooManyTries = (detail: string, seconds: number | undefined): string => {
  if (detail) return detail
  if (!seconds) return 'Too many tries in a short time. Please wait a moment.'
  return `Too many tries in a short time. Please wait ${waitInWords(seconds)}.`
}

const waitInWords = (seconds: number): string => {
  if (seconds === 1) return 'a second'
  return seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

const serverTrouble = ({ status, code, detail, requestId }: ReadProblem): string => {
  if (code !== 'unknown' && status !== 500 && detail) return detail
  const reference = requestId ? ` If you write to us, mention ${requestId}.` : ''
  return `Something went wrong on our side. Please try again in a moment.${reference}`
}
