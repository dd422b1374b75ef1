import { z } from 'zod'
import type { HttpAnswer, HttpClient } from '../../platform/http/http-client.ts'
import { failure, failureOf, failureWithoutAnswer, unexpectedShape, unreadable } from './xero-failures.ts'
import {
  contactGroupsSchema,
  contactsSchema,
  invoicesSchema,
  name,
  readInvoice,
  readInvoices,
  text,
  toContact,
  trackingSchema,
} from './xero-schemas.ts'
import { timeZoneOf } from './xero-time-zones.ts'
import type {
  XeroAnswer,
  XeroContact,
  XeroInvoice,
  XeroLabel,
  XeroLimits,
  XeroList,
  XeroOrganisation,
  XeroPage,
  XeroSession,
} from './xero-types.ts'

/** A longer address is answered by a 404: https://github.com/XeroAPI/xero-node/issues/404 */
export const MAX_IDS = 40
const MAX_PAGE = 1000

/** The Accounting API. Every call throws VendorFailure: `forbidden` (403): the organisation ended our access. */
export const createXeroAccounting = (http: HttpClient) => {
  const get = (session: XeroSession, path: string, headers: Record<string, string> = {}) =>
    http
      .call({
        method: 'GET',
        path: `/api.xro/2.0/${path}`,
        headers: {
          authorization: `Bearer ${session.accessToken}`,
          'xero-tenant-id': session.tenantId,
          accept: 'application/json',
          ...headers,
        },
      })
      .catch((cause) => Promise.reject(failureWithoutAnswer(cause)))

  const list = async (session: XeroSession, path: string, headers?: Record<string, string>) => {
    const answer = await get(session, path, headers)
    if (answer.status === 404) throw failure('retry-later', 'list-404', 'Xero answered 404 to a list')
    return answer
  }

  return {
    /** With its whole contact. Undefined where Xero has no such invoice. */
    invoice: async (
      session: XeroSession,
      invoiceId: string,
    ): Promise<XeroAnswer<XeroInvoice | undefined>> => {
      const answer = await get(session, `Invoices/${encodeURIComponent(invoiceId)}`)
      if (answer.status === 404) return { body: undefined, limits: limitsOf(answer) }
      const found = read(answer, invoicesSchema).Invoices[0]
      return { body: found === undefined ? undefined : readInvoice(found), limits: limitsOf(answer) }
    },

    /** At most 40, in no order, without phones; one that Xero does not have is left out. */
    invoices: async (session: XeroSession, ids: string[]): Promise<XeroAnswer<XeroList<XeroInvoice>>> => {
      const answer = await list(session, `Invoices?IDs=${idList(ids)}&page=1`)
      return { body: readInvoices(read(answer, invoicesSchema).Invoices), limits: limitsOf(answer) }
    },

    /** Sales invoices and bills that are paid, longest unchanged first. `modifiedSince` counts whole seconds. */
    paidInvoices: async (
      session: XeroSession,
      ask: { modifiedSince?: Date | undefined; page?: number; pageSize?: number },
    ): Promise<XeroAnswer<XeroPage<XeroInvoice>>> => {
      const { modifiedSince, page = 1, pageSize = MAX_PAGE } = ask
      if (pageSize > MAX_PAGE) throw new Error(`Xero gives pages of ${MAX_PAGE} at most, not ${pageSize}`)
      const query = new URLSearchParams({
        Statuses: 'PAID',
        order: 'UpdatedDateUTC ASC',
        page: String(page),
        pageSize: String(pageSize),
      })
      const since = modifiedSince?.toISOString().replace(/\.\d+Z$/, 'Z')
      const answer = await list(session, `Invoices?${query}`, since ? { 'if-modified-since': since } : {})
      if (answer.status === 304)
        return { body: { items: [], unreadable: [], page, pageCount: page }, limits: limitsOf(answer) }
      const { Invoices, pagination } = read(answer, invoicesSchema)
      const pageCount = pagination?.pageCount ?? (Invoices.length < pageSize ? page : page + 1)
      return { body: { ...readInvoices(Invoices), page, pageCount }, limits: limitsOf(answer) }
    },

    /** At most 40, archived ones too, with their phones; with their groups because a page is asked for. */
    contacts: async (session: XeroSession, ids: string[]): Promise<XeroAnswer<XeroContact[]>> => {
      const answer = await list(session, `Contacts?IDs=${idList(ids)}&includeArchived=true&page=1`)
      return { body: read(answer, contactsSchema).Contacts.map(toContact), limits: limitsOf(answer) }
    },

    /** Those in use whose name, e-mail or number contains the term, the first by name, without phones. */
    searchContacts: async (
      session: XeroSession,
      { term, most }: { term: string; most: number },
    ): Promise<XeroAnswer<XeroContact[]>> => {
      const query = new URLSearchParams({
        searchTerm: term,
        order: 'Name ASC',
        page: '1',
        pageSize: String(most),
        summaryOnly: 'true',
      })
      const answer = await list(session, `Contacts?${query}`)
      return { body: read(answer, contactsSchema).Contacts.map(toContact), limits: limitsOf(answer) }
    },

    /** Those in use. */
    contactGroups: async (session: XeroSession): Promise<XeroAnswer<XeroLabel[]>> => {
      const answer = await list(session, 'ContactGroups')
      const { ContactGroups } = read(answer, contactGroupsSchema)
      const body = ContactGroups.map(({ ContactGroupID: id, Name }) => labelOf(id, Name))
      return { body, limits: limitsOf(answer) }
    },

    /** The options in use of each tracking category in use, as 'Region: North'. */
    trackingOptions: async (session: XeroSession): Promise<XeroAnswer<XeroLabel[]>> => {
      const answer = await list(session, 'TrackingCategories')
      const { TrackingCategories } = read(answer, trackingSchema)
      const body = TrackingCategories.flatMap(({ Name: category, Options }) =>
        (Options ?? [])
          .filter(({ Status }) => (Status || 'ACTIVE') === 'ACTIVE')
          .map(({ TrackingOptionID: id, Name }) => labelOf(id, `${category}: ${Name}`)),
      )
      return { body, limits: limitsOf(answer) }
    },

    organisation: async (session: XeroSession): Promise<XeroAnswer<XeroOrganisation>> => {
      const answer = await list(session, 'Organisation')
      const [found] = read(answer, organisationsSchema).Organisations
      if (!found) throw unreadable()
      return { body: await toOrganisation(found), limits: limitsOf(answer) }
    },
  }
}

const labelOf = (id: string, name: string | null | undefined): XeroLabel => ({
  id: id.toLowerCase(),
  name: name || 'Without a name',
})

const idList = (ids: string[]): string => {
  if (ids.length === 0 || ids.length > MAX_IDS)
    throw new Error(`Xero takes 1 to ${MAX_IDS} ids in one call, not ${ids.length}`)
  return ids.map(encodeURIComponent).join(',')
}

const read = <Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.infer<Schema> => {
  if (answer.status !== 200) throw failureOf(answer)
  const { success, data, error } = schema.safeParse(jsonOf(answer))
  if (success) return data
  throw unexpectedShape(error)
}

const jsonOf = ({ text: answered }: HttpAnswer): unknown => {
  try {
    return JSON.parse(answered)
  } catch (cause) {
    throw unreadable(cause)
  }
}

const organisation = z.object({
  Name: name,
  ShortCode: text,
  CountryCode: text,
  Timezone: text,
  BaseCurrency: text,
  IsDemoCompany: z.boolean().nullish(),
})
const organisationsSchema = z.object({ Organisations: z.array(organisation) })

const toOrganisation = async (from: z.infer<typeof organisation>): Promise<XeroOrganisation> => {
  const country = from.CountryCode || undefined
  return {
    name: from.Name ?? '',
    shortCode: from.ShortCode || undefined,
    country,
    timeZone: await timeZoneOf(from.Timezone ?? undefined, country),
    isTimeZoneKnown: (await timeZoneOf(from.Timezone ?? undefined, undefined)) !== undefined,
    currency: from.BaseCurrency || undefined,
    isDemo: from.IsDemoCompany ?? false,
  }
}

const limitsOf = ({ headers }: HttpAnswer): XeroLimits => ({
  minuteRemaining: count(headers['x-minlimit-remaining']),
  dayRemaining: count(headers['x-daylimit-remaining']),
  appMinuteRemaining: count(headers['x-appminlimit-remaining']),
})

const count = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined
