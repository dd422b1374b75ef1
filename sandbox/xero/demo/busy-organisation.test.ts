import { expect, test } from 'vitest'
import { mobileOf } from '../../console/phone-book.ts'
import { SPECIAL_NUMBERS } from '../../twilio/special-numbers.ts'
import type { Organisation } from '../model/books.ts'
import { askedOrganisation } from './asked-organisation.ts'
import { busyOrganisation } from './busy-organisation.ts'
import { demoOrganisation } from './demo-organisation.ts'

const NOW = new Date('2026-11-18T04:00:00Z')
const phonesOf = (organisation: Organisation) =>
  [...organisation.contacts.values()].flatMap((contact) => mobileOf(organisation, contact)?.e164 ?? [])

test('75 customers have just paid; no two customers of the three demo businesses share a phone', () => {
  const busy = busyOrganisation(NOW)
  const phones = phonesOf(busy)
  expect(new Set(phones).size).toBe(75)
  const taken = new Set([...phonesOf(demoOrganisation(NOW)), ...Object.keys(SPECIAL_NUMBERS)])
  expect(phones.filter((phone) => taken.has(phone))).toEqual([])
  const asked = phonesOf(askedOrganisation(NOW))
  expect(new Set(asked).size).toBe(5)
  expect(asked.filter((phone) => taken.has(phone) || phones.includes(phone))).toEqual([])
  for (const { status, updatedAt } of busy.invoices.values()) {
    expect(status).toBe('PAID')
    expect(Math.round((NOW.getTime() - updatedAt) / 1_000)).toBe(60)
  }
})
