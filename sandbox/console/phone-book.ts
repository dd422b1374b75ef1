import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import type { Contact, Organisation, Phone } from '../xero/model/books.ts'

export type Number = { e164: string; shown: string }

const ORDER: Phone['type'][] = ['MOBILE', 'DEFAULT', 'DDI']
const MOBILES: (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']
const read = new Map<string, Number | undefined>()

/** The mobile that a text would go to, read from the contact's slots; undefined when there is none. */
export const mobileOf = (organisation: Organisation, contact: Contact): Number | undefined => {
  for (const type of ORDER) {
    const phone = contact.phones.find((one) => one.type === type)
    const found = phone && firstMobile(phone, organisation.country)
    if (found) return found
  }
  return undefined
}

/** '+61491570006' → '0491 570 006' at home, '+64 21 123 4567' abroad. */
export const shownNumber = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatInternational() ?? e164

const firstMobile = (phone: Phone, country: string): Number | undefined => {
  const ways = [`${phone.country}${phone.area}${phone.number}`, `${phone.area}${phone.number}`, phone.number]
  for (const text of ways) {
    const found = mobile(text, country)
    if (found) return found
  }
  return undefined
}

const mobile = (text: string, country: string): Number | undefined => {
  const key = `${country} ${text}`
  if (!read.has(key)) {
    const number = parsePhoneNumberFromString(text, country as CountryCode)
    const found = number?.isValid() && MOBILES.includes(number.getType()) ? number : undefined
    read.set(key, found && { e164: found.number, shown: found.formatInternational() })
  }
  return read.get(key)
}
