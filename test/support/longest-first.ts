import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes the longest, most of it spent in waiting for processes: started last, one of these ends alone. */
const LONGEST = [
  'bin/commands/commands.test.ts',
  'test/drill/short-drill.test.ts',
  'test/drill/short-faults.test.ts',
  'bench/bench.test.ts',
  'server/platform/postgres/work/jobs.test.ts',
  'server/platform/postgres/embedded/embedded-postgres.test.ts',
  'test/hostile-input.test.ts',
  'bin/commands/doctor.test.ts',
  'server/payments/auto-top-ups/auto-top-up-trouble.test.ts',
  'bin/commands/reconciling/reconcile-payments.test.ts',
  'test/production-install.test.ts',
  'server/payments/auto-top-ups/lost-customer.test.ts',
  'server/payments/auto-top-ups/auto-top-up.test.ts',
  'server/review-requests/life/random-walks.test.ts',
  'server/sessions/sign-in-attacks.test.ts',
]
const ROOT = resolve(import.meta.dirname, '../..')

const gone = LONGEST.filter((file) => !existsSync(resolve(ROOT, file)))
if (gone.length > 0) throw new Error(`test/support/longest-first.ts names what is not there: ${gone.join()}`)

/** A fresh checkout has no durations of earlier runs, and Vitest would go by the size of the files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.indexOf(relative(ROOT, moduleId).replaceAll('\\', '/'))
  return at === -1 ? LONGEST.length : at
}
