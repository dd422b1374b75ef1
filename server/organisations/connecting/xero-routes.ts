import {
  organizationsResponse,
  xeroConnectResponse,
  xeroDisconnectRequest,
  xeroStatus,
} from '../../../contracts/organisations.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { findConnectedOrganisations, findDisconnectedOrganisations } from './connected-organisations.ts'
import { disconnectOrganisations } from './disconnect-organisations.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import type { SessionDeps } from '../open-session.ts'
import { registerXeroCallback } from './xero-callback-routes.ts'
import { beginConsent } from './xero-consent.ts'
import { xeroStatusOf } from './xero-status-rules.ts'

export const registerXeroRoutes = (
  app: Http,
  deps: OwnerDoor &
    SessionDeps & {
      cookies: Cookies
      publicUrl: string
      /** What follows when the owner disconnected an organisation, in the same transaction. */
      organisationDisconnected: (trx: TenantTrx, businessId: string, tenantId: string) => Promise<unknown>
    },
): void => {
  const { db, requireSession, cookies, clock, publicUrl } = deps
  const redirectUri = `${publicUrl}/api/xero/callback`
  const countConnect = deps.createLimit('xero-connect', { most: 20, seconds: 600 })
  const operation = operations('organisations', requireSession.signedIn)
  const statusOf = (businessId: string) =>
    asBusiness(db, businessId, async (trx) => {
      const connected = await findConnectedOrganisations(trx, businessId)
      const disconnected = await findDisconnectedOrganisations(trx, businessId)
      return xeroStatusOf(
        connected.map(({ facts }) => facts),
        disconnected,
      )
    })

  app.post(
    '/api/xero/connect',
    operations('organisations', requireSession.ofBusiness)('connectXero', 'Begin to connect Xero.', {
      response: { 200: xeroConnectResponse },
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countConnect(businessId)
      const authorizationUrl = await beginConsent(deps, {
        businessId,
        sessionHash: requireSession.who(request).hash,
        browser: cookies.browser.ensure(request, reply),
        redirectUri,
        now: clock(),
      })
      return { authorizationUrl }
    },
  )

  registerXeroCallback(app, { ...deps, redirectUri })

  app.get(
    '/api/xero/status',
    operation('getXeroStatus', 'Say how the connection with Xero stands.', { response: { 200: xeroStatus } }),
    async (request) => {
      const { businessId } = requireSession.who(request)
      return businessId ? statusOf(businessId) : xeroStatusOf([])
    },
  )

  app.get(
    '/api/xero/organizations',
    operation('listOrganisations', 'List the organisations that are connected.', {
      response: { 200: organizationsResponse },
    }),
    async (request) => {
      const { businessId } = requireSession.who(request)
      if (!businessId) return { organizations: [] }
      const found = await asBusiness(db, businessId, (trx) => findConnectedOrganisations(trx, businessId))
      return { organizations: found.map(({ shown }) => shown) }
    },
  )

  app.post(
    '/api/xero/disconnect',
    operations('organisations', requireSession.ofBusiness)('disconnectXero', 'Disconnect an organisation.', {
      body: xeroDisconnectRequest,
      response: { 200: xeroStatus },
      errors: ['not-connected'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { tenantId } = request.body
      const wanted = { businessId, tenantId, reason: 'You disconnected it.', now: clock() }
      await asBusiness(db, businessId, async (trx) => {
        // Its texts first: that takes the lock which a sync takes before it touches an organisation.
        await deps.organisationDisconnected(trx, businessId, tenantId)
        if ((await disconnectOrganisations(trx, wanted)) === 0) throw notConnected()
      })
      return statusOf(businessId)
    },
  )
}

const notConnected = (): Refusal =>
  new Refusal('not-connected', 404, 'This organisation is not connected to your account.')
