import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { ok, wrong, type Check } from '../../../server/operations/checks/check.ts'
import { vendorChecks } from '../../../server/operations/checks/check-vendors.ts'
import { PROBE_TIMEOUT_MS } from '../../../server/operations/examine.ts'
import { closeVendors, openVendors } from '../../../server/operations/open-vendors.ts'
import { EnvError, readEnv, type Env } from '../../../server/platform/process/env.ts'
import { STEPS, type Step } from './questions.ts'
import { refusalOf } from '../../../server/platform/postgres/connections/database-refusal.ts'
import { AT_LENGTH, createClient } from '../../../server/platform/postgres/connections/pool.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import type { Values } from './settings-file.ts'

/** Stands for what is not answered yet, so that what is can be read by the rules of live mode. */
const LATER: Values = {
  PUBLIC_URL: 'https://goodword.invalid',
  DATABASE_URL: 'postgres://later@%2Flater/later',
  METRICS_TOKEN: 'later',
  OIDC_CLIENT_ID: 'later',
  OIDC_CLIENT_SECRET: 'later',
  PLACES_API_KEY: 'later',
  XERO_CLIENT_ID: 'later',
  XERO_CLIENT_SECRET: 'later',
  XERO_WEBHOOK_KEY: 'later',
  TWILIO_ACCOUNT_SID: 'AClater',
  TWILIO_AUTH_TOKEN: 'later',
  TWILIO_FROM: '+61400000000',
  STRIPE_SECRET_KEY: 'sk_live_later',
  STRIPE_WEBHOOK_SECRET: 'whsec_later',
  ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
}

/** What is wrong with these answers: their form first, and then what the vendor or the database says to them. */
export const checkStep = async (step: Step, values: Values): Promise<Check[]> => {
  const missing = step.questions.filter(
    ({ name, otherwise }) => otherwise === undefined && !isGiven(name, values),
  )
  if (missing.length > 0) return missing.map(({ name }) => wrong('settings', `${name} is missing`))
  const env = readDraft(step, values)
  if (Array.isArray(env)) return env.map((fault) => wrong('settings', fault))
  if (step.check === 'database') return [await checkLogin(env.DATABASE_URL!)]
  if (!step.check || (step.check === 'mail' && !env.SMTP_URL)) return []
  if (step.check === 'reviews' && !env.REVIEWS) return []
  const vendors = openVendors(env, { timeoutMs: PROBE_TIMEOUT_MS })
  try {
    return await Promise.all(vendorChecks(env, vendors)[step.check]())
  } finally {
    await closeVendors(vendors)
  }
}

const isGiven = (name: string, values: Values): boolean =>
  Boolean(values[name] || values[`${name}_FILE`]) ||
  (name === 'TWILIO_FROM' && isGiven('TWILIO_MESSAGING_SERVICE_SID', values))

/** What is wrong with this step's answers by themselves, whatever a vendor says of them. */
export const faultsOfAnswers = (step: Step, values: Values): string[] => {
  const env = readDraft(step, values)
  return Array.isArray(env) ? env : []
}

/** The questions whose answer is refused by its form. What lies in a file may be mended there. */
export const refusedOf = (step: Step, values: Values): string[] => {
  const atFault = faultsOfAnswers(step, values).map((fault) => fault.split(' ')[0]!)
  const isRefused = (name: string) => atFault.includes(name) && Boolean(values[name])
  return step.questions.map(({ name }) => name).filter((name) => settingsOf(name).some(isRefused))
}

/** The faults of this step's answers. Another step asks about its own; what no step asks for ends init. */
const readDraft = (step: Step, values: Values): Env | string[] => {
  try {
    const later = Object.entries(LATER).filter(([name]) => !isGiven(name, values))
    return readEnv({ ...Object.fromEntries(later), ...values, GOODWORD_MODE: 'live' })
  } catch (cause) {
    if (!(cause instanceof EnvError)) throw cause
    const own = faultsOf(step, cause.faults)
    if (own.length > 0) return own
    const asked = STEPS.flatMap(namesOf)
    const unasked = cause.faults.filter((fault) => !asked.includes(fault.split(' ')[0]!))
    if (unasked.length > 0) throw new EnvError(unasked)
    const atFault = STEPS.filter((other) => faultsOf(other, cause.faults).length > 0)
    return readDraft(step, without(atFault.flatMap(namesOf), values))
  }
}

/** One thing at a time: what is no address is not https either. */
const faultsOf = (step: Step, faults: string[]): string[] =>
  namesOf(step).flatMap((name) => faults.find((fault) => fault.startsWith(`${name} `)) ?? [])

/** The settings that its answers become, and the files that may hold them. */
const namesOf = ({ questions }: Step): string[] =>
  questions.flatMap(({ name }) => settingsOf(name)).flatMap((name) => [name, `${name}_FILE`])

/** One question asks for either kind of sender. */
export const settingsOf = (name: string): string[] =>
  name === 'TWILIO_FROM' ? [name, 'TWILIO_MESSAGING_SERVICE_SID'] : [name]

const without = (names: string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

type Login = { called: string; encoding: string; makes: boolean; has: boolean }

const checkLogin = async (url: string): Promise<Check> => {
  let client: Client | undefined
  try {
    client = createClient(url, { patience: AT_LENGTH })
    await client.connect()
    const { rows } = await client.query<Login>(
      `select current_setting('server_version') as called, current_setting('server_encoding') as encoding,
              rolcreaterole or rolsuper as makes, to_regrole('goodword_tenant') is not null as has
       from pg_roles where rolname = current_user`,
    )
    const { called, encoding, makes, has } = rows[0]!
    if (encoding !== 'UTF8')
      return wrong(
        'database',
        `it holds ${encoding} and not UTF8: drop it, and make it with --template=template0 --encoding=UTF8 --locale=C.UTF-8`,
      )
    return makes || has
      ? ok('database', `PostgreSQL ${called} lets us in`)
      : wrong(
          'database',
          'this login may not create roles, which the first migration does: `alter role … createrole`',
        )
  } catch (cause) {
    return wrong('database', whyRefused(cause))
  } finally {
    await client?.end().catch(() => undefined)
  }
}

const whyRefused = (cause: unknown): string => {
  if (cause instanceof Refusal) return cause.message
  const { message, code } = cause as { message: string; code?: string }
  return refusalOf(cause) ?? `${message || code}: check the address, the password, and that PostgreSQL runs`
}
