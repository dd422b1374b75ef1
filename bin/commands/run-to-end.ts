import { EnvError, type Env } from '../../server/platform/process/env.ts'
import { Refusal, VendorFailure } from '../../server/platform/errors.ts'
import { KeyMissing } from '../../server/platform/seal.ts'
import { MigrationFailed } from '../../server/platform/postgres/schema/schema-books.ts'
import { DatabaseAway, isDatabaseAway } from '../../server/platform/postgres/connections/database-away.ts'
import { refusalOf } from '../../server/platform/postgres/connections/database-refusal.ts'
import { runCommand } from './commands.ts'

const EXPECTED = [EnvError, Refusal, KeyMissing, MigrationFailed]

/** Runs one command and returns its exit code. What went wrong is written, without a stack where it is expected. */
export const runToEnd = async (settings: () => Env, args: string[]): Promise<number> => {
  try {
    return await runCommand(settings, args)
  } catch (cause) {
    // The reader of our output has ended, as `head` does.
    if ((cause as { code?: string }).code === 'EPIPE') return 1
    console.error(expectedWords(cause) ?? cause)
    return 1
  }
}

/** One line, which is enough for the operator; nothing for what is a bug of ours. */
const expectedWords = (cause: unknown): string | undefined => {
  if (EXPECTED.some((kind) => cause instanceof kind)) return (cause as Error).message
  // First: a vendor's connection fails with the same codes.
  const failure = vendorFailureIn(cause)
  if (failure) return failure.message
  const refused = refusalOf(cause)
  if (refused) return `The database cannot be used: ${refused}.`
  return isUnreachable(cause) ? unreachableWords(cause as Error) : undefined
}

/** A refused login or password, and a database that does not exist. */
const REFUSED = ['28000', '28P01', '3D000']

const isUnreachable = (cause: unknown): boolean =>
  isDatabaseAway(cause) || REFUSED.includes((cause as { code?: string }).code ?? '')

/** Where a name has several addresses Node's error has no message of its own. */
const unreachableWords = (cause: Error & { code?: string }): string => {
  if (cause instanceof DatabaseAway) return `${cause.message}.`
  const isPeer = cause.code === '28000' && cause.message.startsWith('Peer authentication')
  const advice = isPeer
    ? ' Its socket lets in a login by the user who comes: begin with `runuser --user goodword --`.'
    : ''
  return `The database cannot be used: ${cause.message || cause.code}.${advice}`
}

/** The vendor's own answer says what to do; what it kept us from stands around it. */
const vendorFailureIn = (cause: unknown): VendorFailure | undefined => {
  if (cause instanceof VendorFailure) return cause
  return cause instanceof Error ? vendorFailureIn(cause.cause) : undefined
}
