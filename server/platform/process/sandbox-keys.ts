import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What vendors sign their calls to us with: whoever has one can say to us whatever that vendor can. */
export const SIGNING_KEYS = ['XERO_WEBHOOK_KEY', 'TWILIO_AUTH_TOKEN', 'STRIPE_WEBHOOK_SECRET'] as const

export type SigningKeys = Record<(typeof SIGNING_KEYS)[number], string>

/** New ones, which say by their looks that they are of a sandbox. */
export const newSigningKeys = (): SigningKeys =>
  Object.fromEntries(SIGNING_KEYS.map((name) => [name, newSigningKey()])) as SigningKeys

const newSigningKey = (): string => `sandbox-${randomBytes(24).toString('base64url')}`

/** Those of this data folder, which all processes of one sandbox share. */
export const keptSigningKeys = (dataDir: string, wanted: readonly string[]): Record<string, string> =>
  Object.fromEntries(wanted.map((name) => [name, keptSecret(dataDir, fileOf(name), newSigningKey)]))

export const keptEncryptionKey = (dataDir: string): string =>
  keptSecret(dataDir, 'encryption-key', () => randomBytes(32).toString('base64'))

const fileOf = (name: string): string => name.toLowerCase().replaceAll('_', '-')

/** Made by whichever process comes first: the file appears under its name when it is whole. */
const keptSecret = (dataDir: string, name: string, make: () => string): string => {
  const file = join(resolve(dataDir), name)
  const kept = read(file)
  if (kept !== undefined) return kept
  mkdirSync(resolve(dataDir), { recursive: true })
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(draft, make(), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    return undefined
  }
}
