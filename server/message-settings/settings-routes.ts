import {
  contactSearchQuery,
  contactSearchResponse,
  excludedContactParams,
  smsSettings,
  smsSettingsRequest,
} from '../../contracts/message-settings.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { lockSettings, refuseIfChanged } from './settings-version.ts'
import { findContact, findSettings, saveSettings, searchContacts } from './settings-queries.ts'

const MOST_EXCLUDED = 500
const LEAST_TYPED = 2

export const registerSettingsRoutes = (
  app: Http,
  {
    db,
    requireSession,
    clock,
    exclusionsChanged,
  }: OwnerDoor & {
    /** What follows when the owner has excluded a customer, in the same transaction. */
    exclusionsChanged: (trx: TenantTrx, businessId: string) => Promise<unknown>
  },
): void => {
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
      response: { 200: smsSettings },
      errors: ['changed-meanwhile'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        await lockSettings(trx, businessId)
        refuseIfChanged(request.body.version, (await findSettings(trx, businessId)).version)
        await saveSettings(trx, businessId, request.body)
        await exclusionsChanged(trx, businessId)
        return findSettings(trx, businessId)
      })
    },
  )

  app.get(
    '/api/sms/contacts',
    operation('searchContacts', 'Search customers of paid invoices by name.', {
      querystring: contactSearchQuery,
      response: { 200: contactSearchResponse },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { query } = request.query
      if (query.length < LEAST_TYPED) return { contacts: [] }
      return asBusiness(db, businessId, async (trx) => ({
        contacts: await searchContacts(trx, businessId, query),
      }))
    },
  )

  app.put(
    '/api/sms/excluded-contacts/:contactId',
    operation('excludeContact', 'Never text this customer.', {
      params: excludedContactParams,
      response: { 200: smsSettings },
      errors: ['not-found', 'too-many-excluded'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const contact = await findContact(trx, businessId, request.params.contactId)
        if (!contact) throw new Refusal('not-found', 404, 'There is no such customer.')
        const { excludedContacts } = await findSettings(trx, businessId)
        if (excludedContacts.length >= MOST_EXCLUDED) throw tooMany()
        await trx
          .insertInto('excluded_contacts')
          .values({
            business_id: businessId,
            tenant_id: contact.tenantId,
            contact_id: contact.contactId,
            excluded_at: clock(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await exclusionsChanged(trx, businessId)
        return findSettings(trx, businessId)
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
