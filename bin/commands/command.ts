import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { openParts, type Parts } from '../../server/parts.ts'
import { Refusal } from '../../server/platform/errors.ts'
import type { Env } from '../../server/platform/env.ts'
import { withDatabase } from '../with-database.ts'

export type Command = {
  usage: string
  summary: string
  /** Answers the exit code. */
  run: (env: Env, args: string[]) => Promise<number>
}

/** The options of one command; an unknown one, or a stray word, is refused with its name. */
export const readOptions = <Options extends ParseArgsOptionsConfig>(args: string[], options: Options) =>
  parseArgs({ args, options, strict: true, allowPositionals: false }).values

/** Runs with a migrated database and the vendors' clients, and lets go of them. */
export const withParts = (env: Env, work: (parts: Parts) => Promise<number>): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    const parts = await openParts({ ...env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, 'cli', 4)
    try {
      return await work(parts)
    } finally {
      await parts.close()
    }
  })

export const wholeNumber = (
  name: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
) => {
  if (text === undefined) throw new Refusal('option', 422, `--${name} is missing.`)
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new Refusal('option', 422, `--${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
  return value
}

export const uuid = (name: string, text: string | undefined): string => {
  if (!text || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new Refusal('option', 422, `--${name} must be an id like 019a2b3c-….`)
  }
  return text.toLowerCase()
}
