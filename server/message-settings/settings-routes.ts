import {
  contactSearchQuery,
  contactSearchResponse,
  excludedContactParams,
  excludedContactRequest,
  smsSettings,
  smsSettingsRequest,
  smsSettingsSaved,
  type SmsSettings,
  type SmsSettingsRequest,
} from '../../contracts/message-settings.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import type { AskDeps } from '../organisations/ask-xero.ts'
import { refuseWhileCompared } from '../experiments/refuse-change.ts'
import { Refusal } from '../platform/errors.ts'
import { invalidRequest } from '../platform/http/invalid-request.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { lockSettings, refuseIfChanged } from '../businesses/settings-version.ts'
import { searchContacts } from './search-contacts.ts'
import { countOthersExcluded, excludeContact, findSettings, saveSettings } from './settings-queries.ts'

const PART = 'the sending hours, delay, cooldown, pace or words to leave out'
const HOURS = ['sendingFrom', 'sendingUntil', 'textsPerDay'] as const
const MOST_EXCLUDED = 500
const LEAST_TYPED = 2

export const registerSettingsRoutes = (
  app: Http,
  deps: OwnerDoor &
    AskDeps & {
      /** When the owner has excluded a customer, in the same transaction. Returns how many texts it cancelled. */
      exclusionsChanged: (trx: TenantTrx, businessId: string) => Promise<number>
      /** What follows when the owner has set other hours, or another pace, likewise. */
      hoursChanged: (trx: TenantTrx, businessId: string, now: SqlTime) => Promise<unknown>
      /** A text is due by the clock by which it is sent. */
      sqlNow: () => SqlTime
    },
): void => {
  const { db, requireSession, clock, sqlNow, exclusionsChanged, hoursChanged } = deps
  // Each search is a call of Xero, of which an organisation has 1,000 a day.
  const countSearch = deps.createLimit('contact-search', { most: 60, seconds: 600 })
  const operation = operations('message-settings', requireSession.ofBusiness)

  app.get(
    '/api/sms/settings',
    operation('getSettings', 'Show when texts go out and to whom none goes.', {
      response: { 200: smsSettings },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) => findSettings(trx, businessId))
    },
  )

  app.put(
    '/api/sms/settings',
    operation('saveSettings', 'Set when texts go out and to whom none goes.', {
      body: smsSettingsRequest,
      response: { 200: smsSettingsSaved },
      errors: ['changed-meanwhile', 'comparison-running'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        await lockSettings(trx, businessId)
        const before = await findSettings(trx, businessId)
        refuseMisfit(request.body, before)
        await saveSettings(trx, businessId, request.body)
        const saved = await findSettings(trx, businessId)
        refuseIfChanged(request.body.version, { before: before.version, after: saved.version }, PART)
        if (saved.delayMinutes !== before.delayMinutes)
          await refuseWhileCompared(trx, businessId, 'delays', clock())
        if (HOURS.some((name) => saved[name] !== before[name])) await hoursChanged(trx, businessId, sqlNow())
        return { ...saved, cancelled: await exclusionsChanged(trx, businessId) }
      })
    },
  )

  app.get(
    '/api/sms/contacts',
    operation('searchContacts', 'Search customers by name, in Xero and among paid invoices.', {
      querystring: contactSearchQuery,
      response: { 200: contactSearchResponse },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { query } = request.query
      if (query.length < LEAST_TYPED) return { contacts: [], notAsked: null }
      await countSearch(businessId)
      return searchContacts(deps, businessId, query)
    },
  )

  app.put(
    '/api/sms/excluded-contacts/:contactId',
    operation('excludeContact', 'Never text this customer.', {
      params: excludedContactParams,
      body: excludedContactRequest,
      response: { 200: smsSettingsSaved },
      errors: ['not-found', 'too-many-excluded'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const { contactId } = request.params
        if ((await countOthersExcluded(trx, businessId, contactId)) >= MOST_EXCLUDED) throw tooMany()
        const contact = { ...request.body, contactId, now: clock() }
        if (!(await excludeContact(trx, businessId, contact)))
          throw new Refusal('not-found', 404, 'There is no such customer.')
        const cancelled = await exclusionsChanged(trx, businessId)
        return { ...(await findSettings(trx, businessId)), cancelled }
      })
    },
  )

  app.delete(
    '/api/sms/excluded-contacts/:contactId',
    operation('includeContact', 'Text this customer again.', {
      params: excludedContactParams,
      response: { 200: smsSettings },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        await trx
          .deleteFrom('excluded_contacts')
          .where('business_id', '=', businessId)
          .where('contact_id', '=', request.params.contactId)
          .execute()
        return findSettings(trx, businessId)
      })
    },
  )
}

const tooMany = (): Refusal =>
  new Refusal(
    'too-many-excluded',
    409,
    `No more than ${MOST_EXCLUDED} customers can be excluded one by one. Words can exclude many at once.`,
  )

/** Throws Refusal 422 where the time to go, which stays as it is, would be outside of the new hours. */
const refuseMisfit = (wanted: SmsSettingsRequest, { askFirstAt }: SmsSettings): void => {
  if (wanted.askFirstAt !== undefined) return
  const { error } = smsSettingsRequest.safeParse({ ...wanted, askFirstAt })
  if (error) throw invalidRequest(error)
}
