import { localDate } from '../../server/platform/dates.ts'
import { stableId } from '../identifiers.ts'
import type { Organisation } from './model/books.ts'
import type { DemoCustomer } from './demo/demo-customers.ts'
import { addContact, addContactGroup } from './write-organisation.ts'

const DAY_MS = 86_400_000

/** Returns the contact's id, which is always the same for the same name. */
export const addCustomer = (organisation: Organisation, customer: DemoCustomer, now: Date): string => {
  const { name, first, last, email, mobile, landline, phone, group } = customer
  const contactId = stableId(organisation.tenantId, 'contact', name)
  addContact(
    organisation,
    {
      contactId,
      name,
      ...(first === undefined ? {} : { firstName: first }),
      ...(last === undefined ? {} : { lastName: last }),
      ...(email === undefined ? {} : { email }),
      ...(group === undefined ? {} : { groupIds: [addContactGroup(organisation, group)] }),
      phones: {
        ...(landline ? { DEFAULT: { area: landline[0], number: landline[1] } } : {}),
        MOBILE: phone ?? { number: mobile ?? '' },
      },
    },
    now,
  )
  return contactId
}

/** The day in the organisation's own time zone. */
export const daysAgo = (organisation: Organisation, days: number, now: Date): string =>
  localDate(new Date(now.getTime() - days * DAY_MS), organisation.timeZone)
