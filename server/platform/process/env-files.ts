import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Given = Record<string, string | undefined>

/** Each names a password of something that is optional: its file may be there and empty, as compose needs a file. */
export const OPTIONAL_SECRETS = [
  'SMTP_URL',
  'REVIEWS_CLIENT_SECRET',
  'BACKUP_S3_SECRET',
  'BACKUP_VERIFY_DATABASE_URL',
  'OPERATOR_OIDC_CLIENT_SECRET',
]

/**
 * Settings whose values lie in files of their own: `NAME_FILE` names one, as compose's secrets do, and systemd's
 * LoadCredential puts them into $CREDENTIALS_DIRECTORY under their names. Returns all settings, and one line a fault.
 */
export const readFiles = (given: Given, names: readonly string[]): { settings: Given; faults: string[] } => {
  const settings = { ...given }
  const faults = Object.keys(given).flatMap(hiddenByMark)
  for (const name of names) {
    const named = given[`${name}_FILE`]
    const file = named ?? (given[name] ? undefined : credentialOf(given, name))
    if (file === undefined) continue
    const { value, fault } = readSetting(file)
    if (value === '' && OPTIONAL_SECRETS.includes(name)) continue
    if (given[name]) faults.push(`${name} is given twice: take it or ${name}_FILE out`)
    else if (value === '') faults.push(`${named ? `${name}_FILE` : name} is empty: ${file}`)
    else if (fault) faults.push(`${named ? `${name}_FILE` : name} ${fault}`)
    else settings[name] = value
  }
  return { settings, faults }
}

/** What some editors write before the first letter of a file becomes a letter of its first name. */
const hiddenByMark = (name: string): string[] =>
  name.startsWith('\uFEFF')
    ? [
        `${name.slice(1)} is not read: the file of the settings begins with a byte order mark (BOM), save it as UTF-8 without`,
      ]
    : []

const credentialOf = ({ CREDENTIALS_DIRECTORY: folder }: Given, name: string): string | undefined => {
  const file = folder && join(folder, name)
  return file && existsSync(file) ? file : undefined
}

const readSetting = (file: string): { value?: string; fault?: string } => {
  try {
    return { value: readFileSync(file, 'utf8').trim() }
  } catch (cause) {
    return { fault: `cannot be read (${(cause as NodeJS.ErrnoException).code}): ${file}` }
  }
}
