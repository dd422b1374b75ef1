import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Given = Record<string, string | undefined>

/**
 * Settings whose values lie in files of their own: `NAME_FILE` names one, as compose's secrets do, and systemd's
 * LoadCredential puts them into $CREDENTIALS_DIRECTORY under their names. Returns all settings, and one line a fault.
 */
export const readFiles = (given: Given, names: readonly string[]): { settings: Given; faults: string[] } => {
  const settings = { ...given }
  const faults: string[] = []
  for (const name of names) {
    const named = given[`${name}_FILE`]
    if (named && given[name]) {
      faults.push(`${name} is given twice: take it or ${name}_FILE out`)
      continue
    }
    const file = named ?? (given[name] ? undefined : credentialOf(given, name))
    if (file === undefined) continue
    const { value, fault } = readSetting(file)
    if (fault) faults.push(`${named ? `${name}_FILE` : name} ${fault}`)
    else settings[name] = value
  }
  return { settings, faults }
}

const credentialOf = ({ CREDENTIALS_DIRECTORY: folder }: Given, name: string): string | undefined => {
  const file = folder && join(folder, name)
  return file && existsSync(file) ? file : undefined
}

const readSetting = (file: string): { value?: string; fault?: string } => {
  try {
    const value = readFileSync(file, 'utf8').trim()
    return value ? { value } : { fault: `is empty: ${file}` }
  } catch (cause) {
    return { fault: `cannot be read (${(cause as NodeJS.ErrnoException).code}): ${file}` }
  }
}
