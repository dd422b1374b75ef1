import { diskSnapshot } from './backup.ts'
import { encryptedBackup } from './encrypted-backup.ts'
import { restoreMisses, restorePlan, runRestore, type RestoreResult } from './run-restore.ts'

const COLUMNS: [title: string, cell: (result: RestoreResult) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['invoices', ({ invoices }) => invoices],
  ['forgotten', ({ forgotten }) => forgotten],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['STOPs', ({ stopped }) => stopped],
  ['texted all the same', ({ textedAfterStop }) => textedAfterStop.length],
  ['paid', ({ paidCents }) => paidCents],
  ['credited', ({ creditedCents }) => creditedCents],
  ['ledger', ({ money }) => money.ledgerSum],
  ['reconcile', ({ reconcile }) => reconcile.code],
  ['seconds', ({ seconds }) => seconds.toFixed(0)],
]

const LEGEND = `A backup is restored while api and worker run. forgotten: texts that went between the backup and the restore · lost,
doubled: invoices with no text, with two · STOPs: said between backup and restore; their customers pay again after it ·
paid, credited: cents of a top-up that was ordered before the backup and paid after it.
`

export type RestoreOptions = {
  seeds: number[]
  minutes: number
  keep: boolean
  /** From a backup of `goodword backup`, after the loss of everything. */
  fromBackup: boolean
}

/** A restore for each seed. True when nothing was missed. */
export const drillRestore = async ({
  seeds,
  minutes,
  keep,
  fromBackup,
}: RestoreOptions): Promise<boolean> => {
  console.log(`${LEGEND}\n${COLUMNS.map(([title]) => title).join('  ')}`)
  let missed = 0
  for (const seed of seeds) {
    const result = await runRestore(seed, restorePlan(minutes), {
      keep,
      wayBack: fromBackup ? encryptedBackup() : diskSnapshot,
    })
    console.log(COLUMNS.map(([title, cell]) => String(cell(result)).padStart(title.length)).join('  '))
    const misses = restoreMisses(result)
    for (const miss of misses) console.log(`      ${miss}`)
    if (misses.length > 0) missed += 1
  }
  console.log(missed === 0 ? '\nNothing was missed.' : `\n${missed} runs missed something.`)
  return missed === 0
}
