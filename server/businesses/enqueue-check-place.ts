import type { Db, SystemTrx } from '../database/database.ts'
import { enqueue } from '../platform/postgres/work/jobs.ts'

export const enqueueCheckPlace = (db: Db | SystemTrx, businessId: string): Promise<void> =>
  enqueue(db, 'check-place', { businessId }, { key: `check-place:${businessId}`, queue: 'google' })
