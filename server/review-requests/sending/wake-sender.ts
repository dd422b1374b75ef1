import type { Trx } from '../../database/database.ts'
import { wake } from '../../platform/postgres/wake.ts'

/** However many causes: whoever hears it sends all that is due. */
export const wakeSender = (trx: Trx, businessId: string): Promise<void> => wake(trx, `send:${businessId}`)
