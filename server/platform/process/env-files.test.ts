import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv, type EnvError } from './env.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, words: string): string => {
  const file = join(folder, name)
  writeFileSync(file, words)
  return file
}

const read = (given: Record<string, string>) => readEnv({ DATA_DIR: folder, ...given })

const faultsOf = (given: Record<string, string>): string[] => {
  try {
    read(given)
    return []
  } catch (thrown) {
    return (thrown as EnvError).faults
  }
}

test('a secret may lie in a file of its own, with a line break at its end', () => {
  const file = fileOf('stripe', 'sk_from_a_file\n')
  expect(read({ STRIPE_SECRET_KEY_FILE: file }).STRIPE_SECRET_KEY).toBe('sk_from_a_file')
})

test('a mark of the byte order before the first setting, which hides it, is named', () => {
  expect(faultsOf({ '\uFEFFGOODWORD_MODE': 'live' })).toEqual([
    'GOODWORD_MODE is not read: the file of the settings begins with a byte order mark (BOM), save it as UTF-8 without',
  ])
})

test('so may every other setting', () => {
  expect(read({ PORT_FILE: fileOf('port', '3141') }).PORT).toBe(3141)
})

test('a file that is empty, that is not there, or beside the value itself is a fault', () => {
  const empty = fileOf('empty', '\n')
  expect(faultsOf({ METRICS_TOKEN_FILE: empty })).toEqual([`METRICS_TOKEN_FILE is empty: ${empty}`])
  const absent = join(folder, 'absent')
  expect(faultsOf({ METRICS_TOKEN_FILE: absent })).toEqual([
    `METRICS_TOKEN_FILE cannot be read (ENOENT): ${absent}`,
  ])
  const file = fileOf('token', 'one')
  expect(faultsOf({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'two' })).toEqual([
    'METRICS_TOKEN is given twice: take it or METRICS_TOKEN_FILE out',
  ])
})

test('of what is optional the file may be empty, and then the setting is not given', () => {
  const empty = fileOf('none', '')
  expect(read({ BACKUP_S3_SECRET_FILE: empty }).BACKUP_S3_SECRET).toBeUndefined()
  expect(read({ SMTP_URL_FILE: empty }).SMTP_URL).toBe(read({}).SMTP_URL)
  const beside = { SMTP_URL: 'smtps://mail.example', SMTP_URL_FILE: empty }
  expect(read(beside).SMTP_URL).toBe('smtps://mail.example')
  expect(faultsOf({ ...beside, SMTP_URL_FILE: fileOf('smtp', 'smtps://other.example') })).toEqual([
    'SMTP_URL is given twice: take it or SMTP_URL_FILE out',
  ])
})

test('the mode may lie in a file as well, and live mode then demands what it demands', () => {
  expect(faultsOf({ GOODWORD_MODE_FILE: fileOf('mode', 'live') })).toContain('PUBLIC_URL is missing')
})

test('systemd’s credentials are read by their names, and a setting that is given wins', () => {
  fileOf('XERO_CLIENT_ID', 'from systemd')
  const given = { CREDENTIALS_DIRECTORY: folder }
  expect(read(given).XERO_CLIENT_ID).toBe('from systemd')
  expect(read({ ...given, XERO_CLIENT_ID: 'given' }).XERO_CLIENT_ID).toBe('given')
})
