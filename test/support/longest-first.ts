import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What starts processes of its own, the longest first. Two of these fill a machine of two cores: more at once only take
 * the processor from each other, until limits are reached that nothing is wrong with.
 */
export const WITH_PROCESSES = [
  'test/simulation/short-simulation.test.ts',
  'bench/bench.test.ts',
  'test/drill/short-faults.test.ts',
  'test/drill/short-drill.test.ts',
  'test/hostile-input.test.ts',
  'bin/commands/backups/restore.test.ts',
  'server/backups/trial.test.ts',
  'bin/commands/commands.test.ts',
  'bin/commands/init/init.test.ts',
  'test/one-business-a-statement.test.ts',
  'server/platform/postgres/embedded/embedded-postgres.test.ts',
  'test/other-version.test.ts',
  'test/closed-partition.test.ts',
  'bin/commands/backups/backup-elsewhere.test.ts',
  'server/backups/nightly.test.ts',
  'bin/commands/backups/backup.test.ts',
  'server/platform/postgres/work/jobs.test.ts',
  'bin/release/production-files.test.ts',
  'server/review-requests/sending/two-texts.test.ts',
  'bin/commands/backups/backup-stopped.test.ts',
  'bin/start/run-start.test.ts',
  'test/production-install.test.ts',
  'bin/start/prepared-cluster.test.ts',
  'bin/commands/doctor.test.ts',
]
/** Of the others: started last, one of these ends alone. */
const LONG = [
  'server/reviews/reading/ten-thousand.test.ts',
  'bin/commands/sender.test.ts',
  'server/review-requests/sending/pace/pace.test.ts',
  'server/review-requests/holding/cancel-race.test.ts',
  'server/payments/auto-top-ups/auto-top-up-trouble.test.ts',
  'server/review-requests/replaying/replay-decisions.test.ts',
  'server/payments/auto-top-ups/forget-card.test.ts',
  'server/review-requests/life/random-walks.test.ts',
  'server/flows/erasing/erase-customer.test.ts',
  'bench/parts/experiments.test.ts',
  'server/payments/auto-top-ups/lost-customer.test.ts',
  'server/payments/auto-top-ups/auto-top-up.test.ts',
]
const ORDER = [...WITH_PROCESSES, ...LONG]
const ROOT = resolve(import.meta.dirname, '../..')

const gone = ORDER.filter((file) => !existsSync(resolve(ROOT, file)))
if (gone.length > 0) throw new Error(`test/support/longest-first.ts names what is not there: ${gone.join()}`)

/** A fresh checkout has no durations of earlier runs, and Vitest would go by the size of the files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = ORDER.indexOf(relative(ROOT, moduleId).replaceAll('\\', '/'))
  return at === -1 ? ORDER.length : at
}
