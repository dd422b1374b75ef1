import { pino, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** Structured lines on stdout. Whatever names a person or a secret is cut here, whoever logs it. */
export const createLog = (name: string, level: string): Log => pino(logOptions(name, level))

export const logOptions = (name: string, level: string): LoggerOptions => ({
  name,
  level,
  serializers: { err: (error: unknown) => describeError(error) },
  redact: {
    paths: [
      ...['phone', 'customerName', 'customerPhone', 'customerEmail', 'email', 'body', 'text'].map(
        (key) => `*.${key}`,
      ),
      ...['accessToken', 'refreshToken', 'token', 'authorization', 'cookie', 'password', 'secret'].map(
        (key) => `*.${key}`,
      ),
      'req.headers.authorization',
      'req.headers.cookie',
      'config',
    ],
    censor: '[cut]',
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
