import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { EraseCustomerResponse } from '../../../contracts/operator.ts'
import type { Actor } from '../../audit/record-act.ts'
import type { Db } from '../../database/database.ts'
import { tryErasingCustomer } from '../../flows/erasing/try-erasing-customer.ts'
import { Refusal } from '../../platform/errors.ts'

/** Erases a customer of one business. Where the operator is not sure, the same is done and rolled back. */
export const eraseOrLook = async (
  { db, hashPhone }: { db: Db; hashPhone: (phone: string) => Buffer },
  { businessId, phone, ...how }: { businessId: string; phone: string; isSure: boolean; by: Actor; now: Date },
): Promise<EraseCustomerResponse> => {
  const number = numberIn(phone)
  const whom = { businessId, phone: number, phoneHash: hashPhone(number) }
  const { requests, cancelled, invoices } = await tryErasingCustomer(db, whom, how)
  return { isErased: how.isSure, requests, cancelled, invoices }
}

const numberIn = (text: string): string => {
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('invalid-phone', 422, 'Please enter the number with its country, like +61491570156.')
  return parsed.number
}
