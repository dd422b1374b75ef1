import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on stdout. Whatever names a person or a secret is cut here, whoever logs it. */
export const createLog = (name: string, level: string): Log =>
  pino({
    name,
    level,
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
