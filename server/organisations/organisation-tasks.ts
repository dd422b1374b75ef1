import { z } from 'zod'
import { asBusiness, type Db } from '../database/database.ts'
import { VendorFailure } from '../platform/errors.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import { forgetUnusedTokens } from './connecting/forget-tokens.ts'
import { openSession, type SessionDeps } from './open-session.ts'

const disconnected = z.object({
  businessId: z.guid(),
  tenantId: z.guid(),
  authorisationId: z.guid(),
  connectionId: z.guid(),
})

type Ended = z.infer<typeof disconnected>
type EndDeps = SessionDeps & { clock: () => Date }

export const createOrganisationTasks = (deps: EndDeps): Tasks => ({
  'end-xero-connection': async (payload) => endConnection(deps, disconnected.parse(payload)),
})

/**
 * Ends connections at Xero, never the person's whole consent: the same person may have connected other businesses.
 * First its own, then those of the same consent whose jobs may still wait, because the tokens are forgotten with it.
 * Throws VendorFailure when Xero should be asked again later.
 */
const endConnection = async (deps: EndDeps, ended: Ended): Promise<void> => {
  const sameConsent = await disconnectedOf(deps.db, ended)
  const siblings = sameConsent.filter(({ connectionId }) => connectionId !== ended.connectionId)
  for (const each of [ended, ...siblings.map((sibling) => ({ ...ended, ...sibling }))])
    if (!(await isConnectedAgain(deps.db, each.connectionId))) await disconnectAtXero(deps, each)
  // Whoever connected it again did so by another consent, whose tokens are its own.
  await asBusiness(deps.db, ended.businessId, (trx) =>
    forgetUnusedTokens(trx, ended.businessId, {
      authorisationIds: [ended.authorisationId],
      endedTenantIds: sameConsent.map(({ tenantId }) => tenantId),
    }),
  )
}

const disconnectedOf = (db: Db, { businessId, authorisationId }: Ended) =>
  db
    .selectFrom('organisations')
    .select(['tenant_id as tenantId', 'connection_id as connectionId'])
    .where('business_id', '=', businessId)
    .where('authorisation_id', '=', authorisationId)
    .where('state', '=', 'disconnected')
    .execute()

const disconnectAtXero = async (deps: EndDeps, ended: Ended): Promise<void> => {
  const now = deps.clock()
  try {
    const { accessToken } = await openSession(deps, ended, { now })
    await deps.xero.disconnect(accessToken, ended.connectionId).catch(async (cause: unknown) => {
      if (!(cause instanceof VendorFailure && cause.code === 'token-expired')) throw cause
      const fresh = await openSession(deps, ended, { now, refused: accessToken })
      await deps.xero.disconnect(fresh.accessToken, ended.connectionId)
    })
  } catch (cause) {
    // Without a consent, or where Xero has ended our access, there is no connection left to end.
    const isOver =
      cause instanceof VendorFailure && (cause.kind === 'reconnect' || cause.code === 'forbidden')
    if (!isOver) throw cause
  }
}

/** Xero keeps the connection's id when the same person connects the organisation once more. */
const isConnectedAgain = async (db: Db, connectionId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('organisations')
    .select('tenant_id')
    .where('connection_id', '=', connectionId)
    .where('state', '<>', 'disconnected')
    .executeTakeFirst()
  return row !== undefined
}
