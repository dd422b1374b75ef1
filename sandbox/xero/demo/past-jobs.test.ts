import { expect, test } from 'vitest'
import { wallClock } from '../../../server/platform/dates.ts'
import { mobileOf } from '../../console/phone-book.ts'
import type { Invoice, Organisation } from '../model/books.ts'
import { DEMO_ORGANISATION, demoOrganisation } from './demo-organisation.ts'
import { liveSinceOf } from './past-jobs.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-01-30T03:10:00Z')
/** Every weekday, every hour, and both ends of a year. */
const moments = Array.from({ length: 60 }, (_, index) => new Date(START + index * 151 * HOUR_MS))
const { iana } = DEMO_ORGANISATION.timeZone

const paidSince = (organisation: Organisation, now: Date): Invoice[] =>
  [...organisation.invoices.values()].filter(
    ({ status, type, updatedAt }) =>
      status === 'PAID' && type === 'ACCREC' && updatedAt >= liveSinceOf(now, iana).getTime(),
  )

test.each(moments)('seen at %s, six weeks of payments lie behind the demo business', (now) => {
  const organisation = demoOrganisation(now)
  const paid = paidSince(organisation, now)
  expect(paid.length).toBeGreaterThanOrEqual(74)
  expect(paid.length).toBeLessThanOrEqual(90)
  for (const { updatedAt, date, settlements } of paid) {
    const { hour } = wallClock(new Date(updatedAt), iana)
    expect(hour).toBeGreaterThanOrEqual(8)
    expect(hour).toBeLessThanOrEqual(17)
    expect(updatedAt).toBeLessThan(now.getTime())
    expect(date < settlements[0]!.date).toBe(true)
  }
})

test('customers of the past share no phone with those who have an open invoice, nor with newcomers', () => {
  const now = moments[0]!
  const organisation = demoOrganisation(now)
  const phonesOf = (invoices: Invoice[]) =>
    new Set(
      invoices.map(({ contactId }) => mobileOf(organisation, organisation.contacts.get(contactId)!)?.e164),
    )
  const past = phonesOf(paidSince(organisation, now))
  past.delete(undefined)
  expect(past.size).toBeGreaterThan(60)
  const open = [...organisation.invoices.values()].filter(({ status }) => status === 'AUTHORISED')
  const ofOpen = phonesOf(open)
  expect([...past].filter((phone) => ofOpen.has(phone))).toEqual([])
})

test('the past invoices are the same at every start', () => {
  const now = moments[1]!
  expect([...demoOrganisation(now).invoices.keys()]).toEqual([...demoOrganisation(now).invoices.keys()])
})
