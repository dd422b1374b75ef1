import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { Refusal } from '../../../server/platform/errors.ts'
import { OPTIONAL_SECRETS } from '../../../server/platform/process/env-files.ts'

export type Values = Record<string, string>

/** What compose hands over as files, by the names that compose.yaml has for them. */
export const SECRETS = [
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'PLACES_API_KEY',
  'XERO_CLIENT_SECRET',
  'XERO_WEBHOOK_KEY',
  'TWILIO_AUTH_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  ...OPTIONAL_SECRETS,
]

const HEAD = '# Written by `goodword init`. What each setting means stands in deploy/goodword.env.example.\n'

/** Of an earlier run; undefined where there was none. */
export const readSettings = (file: string, secrets: string | undefined): Values | undefined => {
  if (!existsSync(file)) return undefined
  const kept = parseEnv(readFileSync(file, 'utf8')) as Values
  for (const name of SECRETS) {
    const at = secrets && join(secrets, name)
    const value = at && existsSync(at) ? readFileSync(at, 'utf8').trim() : ''
    if (value) kept[name] = value
  }
  return kept
}

/** Whole or not at all, and only for whoever runs this. With a folder for secrets, those lie there, a file each. */
export const writeSettings = (file: string, secrets: string | undefined, values: Values): void => {
  mkdirSync(dirname(file), { recursive: true })
  const apart = secrets ? SECRETS : []
  if (secrets) mkdirSync(secrets, { recursive: true, mode: 0o700 })
  for (const name of apart)
    if (values[name]) writeSecret(secrets!, name, values[name])
    // Compose starts nothing whose secret has no file.
    else if (OPTIONAL_SECRETS.includes(name)) writeSecret(secrets!, name, '')
  const lines = Object.entries(values)
    .filter(([name, value]) => value !== '' && !apart.includes(name))
    .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${HEAD}${lines.join('')}`, { mode: 0o600 })
  renameSync(draft, file)
}

/** Its folder can be entered by its owner alone; the container that gets it runs as another user. */
export const writeSecret = (folder: string, name: string, value: string): void => {
  rmSync(join(folder, name), { force: true })
  writeFileSync(join(folder, name), `${value}\n`, { mode: 0o444 })
}

/** As systemd, compose, Node and a shell all read it. */
const quoted = (name: string, value: string): string => {
  if (/^[\w./:@%+=,?&-]*$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\]/.test(value)) return `"${value}"`
  throw new Refusal(
    'setting',
    422,
    `${name} has a ' beside one of " $ \` \\, which no env file can hold: put it into a file, and its path into ${name}_FILE.`,
  )
}
