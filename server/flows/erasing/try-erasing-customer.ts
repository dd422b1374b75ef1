import { asBusiness, asSystem, type Db, type Trx } from '../../database/database.ts'
import { recordAct, type Actor } from '../../audit/record-act.ts'
import { eraseCustomer, type Erased } from './erase-customer.ts'
import { findOnlyContact } from './find-contacts.ts'
import type { Whom } from './whom.ts'

class OnlyLooking extends Error {}

/** Or by the name that the contact has in Xero, or by what Xero calls it. */
export type AskedWhom = Whom | { businessId: string; nameOrId: string }

/**
 * Where the person is not sure, the same is done and rolled back: it says what would happen. Throws Refusal: 409, and
 * 404 or 422 where not exactly one contact has the name.
 */
export const tryErasingCustomer = async (
  db: Db,
  asked: AskedWhom,
  { by, now, isSure }: { by: Actor; now: Date; isSure: boolean },
): Promise<Erased> => {
  const whom = 'nameOrId' in asked ? await byContact(db, asked) : asked
  let erased: Erased | undefined
  const whole = async (trx: Trx): Promise<void> => {
    erased = await eraseCustomer(trx, whom, now)
    if (!isSure) throw new OnlyLooking()
    const { requests, invoices, cancelled } = erased
    const details = { requests, invoices, cancelled }
    // Each owner reads it in her own log; where no business knew them, the installation's has it.
    const concerned = erased.businessIds.length > 0 ? erased.businessIds : [null]
    for (const businessId of concerned)
      await recordAct(trx, {
        by,
        act: 'erased-customer',
        businessId,
        details: whom.businessId ? details : {},
        now,
      })
  }
  try {
    await (whom.businessId === null ? asSystem(db, whole) : asBusiness(db, whom.businessId, whole))
  } catch (cause) {
    if (!(cause instanceof OnlyLooking)) throw cause
  }
  return erased!
}

const byContact = async (
  db: Db,
  { businessId, nameOrId }: { businessId: string; nameOrId: string },
): Promise<Whom> => ({
  businessId,
  contact: await asBusiness(db, businessId, (trx) => findOnlyContact(trx, businessId, nameOrId)),
})
