import type { Command } from '@commander-js/extra-typings'
import { refuseOtherSchema } from '../../server/database/known-schema.ts'
import { userInfo } from 'node:os'
import { isUuid } from '../../server/platform/uuid-rules.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { Refusal } from '../../server/platform/errors.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { withDatabase } from '../with-database.ts'

/** What a command gets: `settings` throws where they are wrong, so its options are read first. */
export type Shell = { settings: () => Env; end: (exitCode: number) => void }

/** Adds one command, with its options and its help, to the program. */
export type AddCommand = (program: Command, shell: Shell) => void

/** Runs with the database, if it fits this version, and the vendors' clients, and closes them. */
export const withParts = (env: Env, work: (parts: Parts) => Promise<number>): Promise<number> =>
  withDatabase(env, async (databaseUrl) => {
    await refuseOtherSchema(databaseUrl)
    const parts = await openParts({ ...env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, 'cli', 4)
    try {
      return await work(parts)
    } finally {
      await parts.close()
    }
  })

/** Reads the whole number of this option. */
export const wholeNumber =
  (name: string, { min, max }: { min: number; max: number }) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(value) || value < min || value > max) {
      throw new Refusal(
        'option',
        422,
        `--${name} must be a whole number from ${min} to ${max}, not "${text}".`,
      )
    }
    return value
  }

/** The business of this id. Throws Refusal where there is none. */
export const businessNamed = async ({ db }: Pick<Parts, 'db'>, businessId: string) => {
  const business = await db
    .selectFrom('businesses')
    .select(['id', 'name', 'currency'])
    .where('id', '=', businessId)
    .executeTakeFirst()
  if (!business) throw new Refusal('business', 404, `There is no business ${businessId}.`)
  return business
}

/** Who acts, for the audit log: whoever the machine says it is. */
export const commandLine = (): { kind: 'system'; name: string } => ({
  kind: 'system',
  name: `command line, ${userInfo().username}`,
})

/** Reads the id of this option, or of what the help calls otherwise. */
export const uuid =
  (name: string, called = `--${name}`) =>
  (text: string): string => {
    if (!isUuid(text)) {
      throw new Refusal(
        'option',
        422,
        `${called} must be an id like 019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b, not "${text}".`,
      )
    }
    return text.toLowerCase()
  }

/** Results in the order of the items, with up to `atOnce` of them worked on at a time. */
export async function* inOrder<Item, Out>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<Out>,
): AsyncGenerator<Out> {
  const begun: Promise<Out>[] = []
  const begin = (item: Item) => {
    const one = work(item)
    one.catch(() => undefined)
    begun.push(one)
  }
  for (const item of items.slice(0, atOnce)) begin(item)
  for (let index = 0; index < items.length; index += 1) {
    yield await begun[index]!
    const next = items[begun.length]
    if (next) begin(next)
  }
}

/** '1 code', '2 codes' */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
