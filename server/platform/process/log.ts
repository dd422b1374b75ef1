import { pino, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** Called for each line at the level of an error or above: what stands beside its words, and the words. */
export type NoteError = (beside: unknown, words: string | undefined) => void

const OF_A_PERSON = ['phone', 'customerName', 'customerPhone', 'customerEmail', 'email', 'body', 'text']
const SECRET = ['accessToken', 'refreshToken', 'token', 'authorization', 'cookie', 'password', 'secret']

/**
 * Structured lines on stdout. A field that names a person or a secret is cut here, of a line and of what stands in it,
 * whoever logs it; words and what lies deeper are not looked at.
 */
export const createLog = (name: string, level: string, noteError?: NoteError): Log =>
  pino(logOptions(name, level, noteError))

export const logOptions = (name: string, level: string, noteError?: NoteError): LoggerOptions => ({
  name,
  level,
  ...(noteError ? { hooks: notingErrors(noteError) } : {}),
  serializers: { err: (error: unknown) => describeError(error) },
  redact: {
    paths: [
      ...[...OF_A_PERSON, ...SECRET].flatMap((field) => [field, `*.${field}`]),
      'req.headers.authorization',
      'req.headers.cookie',
      'config',
    ],
    censor: '[cut]',
  },
})

const ERROR_LEVEL = 50

const notingErrors = (noteError: NoteError): LoggerOptions['hooks'] => ({
  logMethod(given, write, level) {
    if (level >= ERROR_LEVEL) {
      const [beside, words] = typeof given[0] === 'string' ? [{}, given[0]] : given
      noteError({ ...this.bindings(), ...(beside as object) }, words as string | undefined)
    }
    write.apply(this, given)
  },
})

const HARMLESS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'vendor',
  'kind',
] as const
const DEEPEST = 4

/** Only what we know to be harmless: PostgreSQL's `detail` quotes the row that it refused, names, phones and all. */
const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return typeof error
  const facts = Object.fromEntries(
    HARMLESS.flatMap((key) => {
      const value = (error as unknown as Record<string, unknown>)[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const cause =
    error.cause === undefined || depth >= DEEPEST ? {} : { cause: describeError(error.cause, depth + 1) }
  return { type: error.name, message: error.message, stack: error.stack, ...facts, ...cause }
}
