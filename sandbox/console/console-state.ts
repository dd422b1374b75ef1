import type { ControlParts } from '../control-routes.ts'
import { FAULTS } from '../faults.ts'
import { SPECIAL_NUMBERS } from '../twilio/special-numbers.ts'
import type { Text } from '../twilio/world.ts'
import { ASKED_ORGANISATION } from '../xero/demo/asked-organisation.ts'
import { BUSY_ORGANISATION } from '../xero/demo/busy-organisation.ts'
import type { Organisation } from '../xero/model/books.ts'
import { invoiceShown, organisationShown } from '../xero/control-routes.ts'
import { mobileOf, shownNumber } from './phone-book.ts'
import { whyNoText } from './why-no-text.ts'

const MOST_THREADS = 80
const MOST_LINES = 80
const MOST_ORGANISATIONS = 200
/** Not offered to who connects Xero, and texted all the same. */
const DEMO_TENANTS = [BUSY_ORGANISATION.tenantId, ASKED_ORGANISATION.tenantId]

/** All that the console shows: one organisation's invoices, the phones with their texts, the faults and the log. */
export const consoleState = (parts: ControlParts, wanted: { organisation?: string; phone?: string }) => {
  const { xero, twilio, faults, wire } = parts
  const organisations = xero.organisations()
  const chosen = organisations.find(({ tenantId }) => tenantId === wanted.organisation) ?? organisations[0]!
  const names = namesByPhone(
    organisations.filter((one) => one.isOffered || one === chosen || DEMO_TENANTS.includes(one.tenantId)),
    chosen,
  )

  const invoices = invoicesShown(parts, chosen)

  return {
    product: parts.publicUrl(),
    organisations: organisations.slice(0, MOST_ORGANISATIONS).map(organisationShown),
    organisation: chosen.tenantId,
    invoices,
    threads: threadsOf(twilio.texts(), names).slice(0, MOST_THREADS),
    phone: wanted.phone
      ? {
          ...phoneShown(parts, wanted.phone, names),
          awaiting: invoices.filter(({ phone, status }) => phone === wanted.phone && status === 'AUTHORISED')
            .length,
          silences: invoices.filter(({ phone, whyNoText }) => phone === wanted.phone && whyNoText !== null),
        }
      : null,
    faults: Object.entries(FAULTS).map(([name, fault]) => ({
      name,
      ...fault,
      asked: faults.asked()[name as keyof typeof FAULTS] ?? null,
    })),
    webhooks: {
      isDisabled: xero.webhooks.state().isDisabled,
      waiting: xero.webhooks.state().waiting.length,
    },
    specialNumbers: Object.entries(SPECIAL_NUMBERS).map(([phone, { words }]) => ({
      shown: shownNumber(phone),
      name: names.get(phone) ?? null,
      words,
    })),
    log: wire.lines().slice(-MOST_LINES).toReversed(),
  }
}

const invoicesShown = (parts: ControlParts, organisation: Organisation) =>
  [...organisation.invoices.values()]
    .map((invoice) => {
      const contact = organisation.contacts.get(invoice.contactId)!
      const mobile = mobileOf(organisation, contact)
      const fate = mobile && SPECIAL_NUMBERS[mobile.e164]
      return {
        ...invoiceShown(organisation, invoice),
        phone: mobile?.e164 ?? null,
        phoneShown: mobile?.shown ?? null,
        fate: fate?.words ?? null,
        whyNoText: whyNoText(parts, organisation, invoice, { phone: mobile?.e164, now: new Date() }) ?? null,
      }
    })
    .sort((a, b) => (a.date === b.date ? (a.number < b.number ? 1 : -1) : a.date < b.date ? 1 : -1))

const namesByPhone = (organisations: Organisation[], chosen: Organisation): Map<string, string> => {
  const names = new Map<string, string>()
  for (const organisation of [...organisations.filter((one) => one !== chosen), chosen]) {
    for (const contact of [...organisation.contacts.values()].toReversed()) {
      const mobile = mobileOf(organisation, contact)
      if (mobile) names.set(mobile.e164, contact.name)
    }
  }
  return names
}

const threadsOf = (texts: Text[], names: Map<string, string>) => {
  const threads = new Map<string, { last: Text; unread: number }>()
  for (const text of texts) {
    const phone = text.direction === 'inbound' ? text.from! : text.to
    const unread = (threads.get(phone)?.unread ?? 0) + (isUnread(text) ? 1 : 0)
    threads.set(phone, { last: text, unread })
  }
  return [...threads]
    .map(([phone, { last, unread }]) => ({
      phone,
      name: names.get(phone) ?? shownNumber(phone),
      unread,
      body: last.body,
      isMine: last.direction === 'inbound',
      at: new Date(last.createdAt).toISOString(),
    }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** A text that was not delivered does not count as unread. */
const isUnread = ({ isRead, status }: Text): boolean => !isRead && !['undelivered', 'failed'].includes(status)

const phoneShown = ({ twilio }: ControlParts, phone: string, names: Map<string, string>) => ({
  phone,
  name: names.get(phone) ?? shownNumber(phone),
  shown: shownNumber(phone),
  isBlocked: twilio.isBlocked(phone),
  texts: twilio.conversation(phone).map((text) => ({
    sid: text.sid,
    isMine: text.direction === 'inbound',
    body: text.body,
    status: text.status,
    error: text.errorMessage,
    code: text.errorCode,
    segments: text.segments,
    /** Null for a messaging service that has not picked a number. */
    from: text.direction === 'inbound' || text.from === null ? null : shownNumber(text.from),
    at: new Date(text.createdAt).toISOString(),
  })),
})
