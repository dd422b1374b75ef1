import { Refusal } from '../../server/platform/errors.ts'
import { localDate } from '../../server/platform/dates.ts'
import { randomUUID } from 'node:crypto'
import { writeAccessToken } from './model/access-token.ts'
import type { Contact, Invoice, Organisation, Phone, PhoneType, Settlement } from './model/books.ts'
import { ALL_SCOPES, connect, issueRefreshToken, removeConnection, XERO_USER } from './model/grants.ts'
import { addNewcomers, provisionOrganisation } from './provision-organisation.ts'
import { settleInvoice, undoPayments, voidInvoice } from './settle-invoice.ts'
import type { XeroWorld } from './world.ts'
import {
  addContact,
  addContactGroup,
  addInvoice,
  addTrackingCategory,
  editPhone,
  newOrganisation,
  type NewContact,
  type NewInvoice,
  type NewOrganisation,
} from './write-organisation.ts'

export type PayOptions = {
  kind?: Settlement['kind']
  /** All that is due, unless given. */
  amountCents?: number
  /** '2026-11-20'; today in the organisation's time zone unless given. */
  date?: string
  /** False: no webhook of the invoice is sent. */
  webhook?: boolean
  /** True: a webhook of the payment is sent as well. */
  paymentWebhook?: boolean
}

export type XeroControl = ReturnType<typeof createXeroControl>

/** What people do in Xero, for tests, drills and the console. Each change sends a webhook unless `webhook` is false. */
export const createXeroControl = (world: XeroWorld) => {
  const { books, grants, webhooks, wire, now } = world

  const organisation = (tenantId: string): Organisation => {
    const found = books.get(tenantId)
    if (!found) throw new Refusal('no-organisation', 404, `There is no organisation ${tenantId}.`)
    return found
  }
  const invoice = (tenantId: string, invoiceId: string): Invoice => {
    const found = organisation(tenantId).invoices.get(invoiceId)
    if (!found) throw new Refusal('no-invoice', 404, `There is no invoice ${invoiceId}.`)
    return found
  }
  const contact = (tenantId: string, contactId: string): Contact => {
    const found = organisation(tenantId).contacts.get(contactId)
    if (!found) throw new Refusal('no-contact', 404, `There is no contact ${contactId}.`)
    return found
  }
  const announce = (tenantId: string, invoices: Invoice[], webhook = true, paymentWebhook = false) => {
    if (webhook) webhooks.publish(invoices.map(({ invoiceId }) => ({ tenantId, invoiceId })))
    const payments = paymentWebhook ? invoices.flatMap(({ settlements }) => settlements.at(-1) ?? []) : []
    webhooks.publish(payments.map(({ id }) => ({ tenantId, paymentId: id, type: 'CREATE' })))
    wire.changed()
  }

  const pay = (tenantId: string, invoiceId: string, options: PayOptions = {}): Invoice => {
    const found = invoice(tenantId, invoiceId)
    settle(world, organisation(tenantId), found, options)
    announce(tenantId, [found], options.webhook, options.paymentWebhook)
    return found
  }

  return {
    organisation,
    invoice,
    contact,
    organisations: () => [...books.values()],
    pay,
    credit: (tenantId: string, invoiceId: string, options: PayOptions = {}) =>
      pay(tenantId, invoiceId, { ...options, kind: 'credit-note' }),
    /** The oldest `count` invoices that await payment, in one go and one webhook. */
    payMany: (tenantId: string, count: number, options: PayOptions = {}): Invoice[] => {
      const awaiting = [...organisation(tenantId).invoices.values()].filter(
        ({ status, type }) => status === 'AUTHORISED' && type === 'ACCREC',
      )
      const paid = awaiting.slice(0, count)
      for (const one of paid) settle(world, organisation(tenantId), one, options)
      announce(tenantId, paid, options.webhook, options.paymentWebhook)
      return paid
    },
    undo: (tenantId: string, invoiceId: string, { webhook }: { webhook?: boolean } = {}): Invoice => {
      const found = invoice(tenantId, invoiceId)
      undoPayments(found, now())
      announce(tenantId, [found], webhook)
      return found
    },
    void: (tenantId: string, invoiceId: string, { webhook }: { webhook?: boolean } = {}): Invoice => {
      const found = invoice(tenantId, invoiceId)
      voidInvoice(found, now())
      announce(tenantId, [found], webhook)
      return found
    },
    addOrganisation: (wanted: NewOrganisation): Organisation => {
      const made = newOrganisation(wanted, now())
      books.set(made.tenantId, made)
      wire.changed()
      return made
    },
    /** Makes the organisation of a seeded tenant id now, not at its first call. */
    provision: (tenantId: string): Organisation => {
      const made = books.get(tenantId) ?? provisionOrganisation(tenantId, now())
      books.set(tenantId, made)
      wire.changed()
      return made
    },
    addContact: (tenantId: string, wanted: NewContact): Contact => {
      const made = addContact(organisation(tenantId), wanted, now())
      wire.changed()
      return made
    },
    addContactGroup: (tenantId: string, name: string): string =>
      addContactGroup(organisation(tenantId), name),
    addTrackingCategory: (tenantId: string, name: string, options: string[]): string[] =>
      addTrackingCategory(organisation(tenantId), name, options),
    addInvoice: (tenantId: string, wanted: NewInvoice, { webhook = false } = {}): Invoice => {
      const made = addInvoice(organisation(tenantId), wanted, now())
      if (webhook) webhooks.publish([{ tenantId, invoiceId: made.invoiceId, type: 'CREATE' }])
      wire.changed()
      return made
    },
    /** New customers, each with an invoice to be paid. */
    addNewcomers: (tenantId: string, count: number, also: { twice?: number } = {}): Invoice[] => {
      const made = addNewcomers(organisation(tenantId), count, now(), also)
      wire.changed()
      return made
    },
    editPhone: (
      tenantId: string,
      contactId: string,
      type: PhoneType,
      phone: Partial<Phone>,
      { webhook = true }: { webhook?: boolean } = {},
    ): Contact => {
      const found = contact(tenantId, contactId)
      editPhone(found, type, phone, now())
      if (webhook) webhooks.publish([{ tenantId, contactId }])
      wire.changed()
      return found
    },
    archive: (tenantId: string, contactId: string, isArchived = true): void => {
      Object.assign(contact(tenantId, contactId), { isArchived, updatedAt: now().getTime() })
      wire.changed()
    },
    /** A consent without its page: tokens that open these organisations. */
    grant: (...tenantIds: string[]) => {
      const eventId = randomUUID()
      const made = { eventId, userId: XERO_USER, scopes: ALL_SCOPES, refreshTokens: [] }
      grants.grants.set(eventId, made)
      const connections = tenantIds.map((tenantId) =>
        connect(grants, {
          userId: XERO_USER,
          tenantId: organisation(tenantId).tenantId,
          eventId,
          now: now(),
        }),
      )
      const accessToken = writeAccessToken(made, world.settings.clientId, now())
      return { accessToken, refreshToken: issueRefreshToken(made, now()), eventId, connections }
    },
    /** The owner disconnects the app inside Xero: its calls are 403 from now on. */
    disconnect: (tenantId: string): void => {
      for (const connection of grants.connections.values()) {
        if (connection.tenantId === tenantId) removeConnection(grants, connection)
      }
      wire.changed()
    },
    isConnected: (tenantId: string): boolean =>
      [...grants.connections.values()].some((connection) => connection.tenantId === tenantId),
    calls: () => world.calls,
    limits: world.limiter,
    webhooks,
  }
}

const settle = (
  world: XeroWorld,
  organisation: Organisation,
  invoice: Invoice,
  options: PayOptions,
): void => {
  const { kind = 'payment', amountCents, date = localDate(world.now(), organisation.timeZone) } = options
  const amount = amountCents === undefined ? {} : { amountCents }
  settleInvoice(invoice, { kind, ...amount, date, now: world.now() })
  invoice.marked = {
    at: world.now().getTime(),
    isAnnounced: (options.webhook ?? true) || options.paymentWebhook === true,
  }
}
