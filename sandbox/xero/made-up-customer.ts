import { stableNumber } from '../identifiers.ts'
import type { Country } from './model/countries.ts'
import type { NewContact } from './write-organisation.ts'

const FIRST = [
  'Priya',
  'Marcus',
  'Noor',
  'Elise',
  'Tom',
  'Grace',
  'Sione',
  'Hana',
  'Lachlan',
  'Mei',
  'Ana',
  'Femi',
]
const LAST = [
  'Raman',
  'Dell',
  'Haddad',
  'Brandt',
  'Okafor',
  'Tran',
  'Kaur',
  'Walsh',
  'Petrov',
  'Singh',
  'Ruiz',
]

/** Leaves the last 2,000 numbers unused, because the special numbers are among them. */
const NUMBERS = 8_000

/** The same person for the same organisation and index; no two of one organisation share a mobile. */
export const madeUpCustomer = (tenantId: string, country: Country, index: number): NewContact => {
  const firstName = FIRST[(index + stableNumber(FIRST.length, tenantId)) % FIRST.length]!
  const lastName = LAST[stableNumber(LAST.length, tenantId, 'last', String(index))]!
  const number = (stableNumber(NUMBERS, tenantId, 'phones') + index * 37) % NUMBERS
  const mobile = MOBILES[country](String(number).padStart(4, '0'))
  return { name: `${firstName} ${lastName}`, firstName, lastName, mobile }
}

const MOBILES: Record<Country, (four: string) => string> = {
  AU: (four) => `0491 57${four[0]} ${four.slice(1)}`,
  NZ: (four) => `021 123 ${four}`,
  GB: (four) => `07400 12${four}`,
  US: (four) => `(650) 253-${four}`,
}
