import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { EraseCustomerResponse } from '../../../contracts/operator.ts'
import type { Actor } from '../../audit/record-act.ts'
import type { Db } from '../../database/database.ts'
import { tryErasingCustomer } from '../../flows/erasing/try-erasing-customer.ts'
import { Refusal } from '../../platform/errors.ts'

type Wanted = {
  businessId: string
  phone?: string | undefined
  /** Goes before the phone. */
  contact?: string | undefined
  isSure: boolean
  by: Actor
  now: Date
}

/** Erases a customer of one business. Where the operator is not sure, the same is done and rolled back. */
export const eraseOrLook = async (
  { db, hashPhone }: { db: Db; hashPhone: (phone: string) => Buffer },
  { businessId, phone = '', contact, ...how }: Wanted,
): Promise<EraseCustomerResponse> => {
  const whom = contact ? { businessId, nameOrId: contact } : byPhone(businessId, numberIn(phone), hashPhone)
  const { requests, cancelled, invoices, contacts, testNumbers } = await tryErasingCustomer(db, whom, how)
  return { isErased: how.isSure, requests, cancelled, invoices, contacts, testNumbers }
}

const byPhone = (businessId: string, phone: string, hashPhone: (phone: string) => Buffer) => ({
  businessId,
  phone,
  phoneHash: hashPhone(phone),
})

const numberIn = (text: string): string => {
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('invalid-phone', 422, 'Please enter the number with its country, like +61491570156.')
  return parsed.number
}
