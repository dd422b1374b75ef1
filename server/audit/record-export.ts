import { asBusiness, type Db } from '../database/database.ts'
import { recordAct, type Actor } from './record-act.ts'

export type ExportKind = 'everything' | 'invoices' | 'statement'

/** What left, for whom, before its first line does: an export that breaks off counts as well. */
export const recordExport = (
  db: Db,
  exported: { businessId: string; by: Actor; what: ExportKind; now: Date },
): Promise<void> => {
  const { businessId, by, what, now } = exported
  return asBusiness(db, businessId, (trx) =>
    recordAct(trx, { by, act: 'exported-business', businessId, details: { what }, now }),
  )
}
