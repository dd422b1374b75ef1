import { openDb } from '../database/database.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { AT_LENGTH } from '../platform/postgres/connections/pool.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import type { Log } from '../platform/process/log.ts'

type Deps = { databaseUrl: string; log: Log; product: { recordLedgerCheck: (faults: number) => void } }

/** `check-ledger` belongs on the clock once a day: it adds up every move of money from the first day on. */
export const createLedgerCheckTask = ({ databaseUrl, log, product }: Deps): Tasks => ({
  'check-ledger': async () => {
    // It may take minutes, for which a worker's own connections have no patience.
    const onError = (cause: Error) => log.warn({ err: cause }, 'a database connection was lost')
    const { db, close } = openDb(databaseUrl, { max: 1, patience: AT_LENGTH, onError })
    try {
      const faults = await checkLedger(db)
      for (const { businessId, fault } of faults)
        log.error({ businessId, fault }, 'the ledger does not add up')
      product.recordLedgerCheck(faults.length)
    } finally {
      await close()
    }
  },
})
