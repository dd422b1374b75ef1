import {
  erasedContact,
  eraseContactRequest,
  erasurePreview,
  erasureRequest,
  erasureResponse,
} from '../../../contracts/erasures.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { askToErase } from './ask-to-erase.ts'
import { findLatestInvoice } from './find-contacts.ts'
import { previewErasure } from './preview-erasure.ts'
import { tryErasingCustomer } from './try-erasing-customer.ts'

type Deps = OwnerDoor & {
  cookies: Cookies
  /** The clock that `erase-due` goes by. */
  databaseNow: () => Promise<Date>
}

export const registerErasingRoutes = (app: Http, deps: Deps): void => {
  const { db, requireSession, cookies, clock, databaseNow } = deps
  const operation = operations('accounts', requireSession.ofBusiness)
  const countErasing = deps.createLimit('erase-customer', { most: 60, seconds: 600 })

  app.get(
    '/api/erasure',
    operation('previewErasure', 'Say what would go, and when, if the business were erased.', {
      response: { 200: erasurePreview },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const now = await databaseNow()
      return asBusiness(db, businessId, (trx) => previewErasure(trx, businessId, now))
    },
  )

  app.post(
    '/api/erasure',
    operation('eraseBusiness', 'Stop everything, sign out everywhere, and erase the business in a week.', {
      body: erasureRequest,
      response: { 200: erasureResponse },
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const { businessName, wantsRefund } = request.body
      const now = await databaseNow()
      const preview = await asBusiness(db, businessId, (trx) => previewErasure(trx, businessId, now))
      if (spaced(businessName) !== spaced(preview.businessName)) throw notTheName(preview.businessName)
      const by = { kind: 'owner' as const, name: userId }
      const { erasesAt } = await askToErase(db, { businessId, askedBy: 'owner', wantsRefund, by, now })
      cookies.session.clear(reply)
      return { erasesAt: erasesAt.toISOString() }
    },
  )

  app.post(
    '/api/customers/erase',
    operation('eraseContact', 'Erase a customer, or say what that would do.', {
      body: eraseContactRequest,
      response: { 200: erasedContact },
      errors: ['being-sent', 'not-found'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      await countErasing(businessId)
      const { isSure, ...contact } = request.body
      const latestInvoice = await asBusiness(db, businessId, async (trx) => {
        await refuseForeign(trx, businessId, contact.tenantId)
        return findLatestInvoice(trx, businessId, contact)
      })
      const { requests, cancelled, invoices } = await tryErasingCustomer(
        db,
        { businessId, contact },
        { by: { kind: 'owner', name: userId }, now: clock(), isSure },
      )
      return { isErased: isSure, requests, cancelled, invoices, latestInvoice }
    },
  )
}

const notTheName = (name: string): Refusal =>
  new Refusal('invalid-request', 422, 'That is not the name of your business. Nothing was done.', {
    fields: [{ path: 'businessName', message: `Please type ${name}.` }],
  })

const refuseForeign = async (trx: TenantTrx, businessId: string, tenantId: string): Promise<void> => {
  const own = await trx
    .selectFrom('organisations')
    .select('tenant_id')
    .where('business_id', '=', businessId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!own) throw new Refusal('not-found', 404, 'There is no such customer.')
}

const spaced = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
