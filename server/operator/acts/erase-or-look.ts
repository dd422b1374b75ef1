import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { EraseCustomerResponse } from '../../../contracts/operator.ts'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { eraseCustomer } from '../../flows/accounts/erase-customer.ts'
import { Refusal } from '../../platform/errors.ts'

type Counts = Omit<EraseCustomerResponse, 'isErased'>

class OnlyLooking extends Error {}

/** Erases a customer of one business. Where the operator is not sure, the same is done and rolled back. */
export const eraseOrLook = async (
  { db, hashPhone }: { db: Db; hashPhone: (phone: string) => Buffer },
  { businessId, phone, isSure }: { businessId: string; phone: string; isSure: boolean },
  beside: (trx: TenantTrx, counts: Counts) => Promise<void>,
): Promise<EraseCustomerResponse> => {
  const phoneHash = hashPhone(numberIn(phone))
  let counts: Counts = { requests: 0, cancelled: 0, invoices: 0 }
  await asBusiness(db, businessId, async (trx) => {
    const { requests, cancelled, invoices } = await eraseCustomer(trx, { businessId, phoneHash })
    counts = { requests, cancelled, invoices }
    await beside(trx, counts)
    if (!isSure) throw new OnlyLooking()
  }).catch((cause: unknown) => {
    if (!(cause instanceof OnlyLooking)) throw cause
  })
  return { isErased: isSure, ...counts }
}

const numberIn = (text: string): string => {
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('invalid-phone', 422, 'Please enter the number with its country, like +61491570156.')
  return parsed.number
}
