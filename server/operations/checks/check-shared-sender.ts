import type { Db } from '../../database/database.ts'
import { findHolder } from '../../senders/sender-queries.ts'
import { wrong, type Check } from './check.ts'

/** The settings may have been given a sender that is a business's own. Undefined where they were not. */
export const checkSharedSender = async (db: Db, shared: string): Promise<Check | undefined> => {
  const holder = await findHolder(db, shared)
  if (!holder) return undefined
  return wrong(
    'shared sender',
    `the shared sender, ${shared}, is the own sender of ${holder.businessName} (${holder.businessId}): a STOP to it ` +
      'stops all. Set another TWILIO_FROM, or `goodword sender set` another for that business',
  )
}
