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
 * Ends one organisation's connection at Xero, never the person's whole consent: the same person may have connected
 * other businesses. Throws VendorFailure when Xero should be asked again later.
 */
const endConnection = async (deps: EndDeps, ended: Ended): Promise<void> => {
  if (!(await isConnectedAgain(deps.db, ended.connectionId))) await disconnectAtXero(deps, ended)
  // Whoever connected it again did so by another consent, whose tokens are its own.
  await asBusiness(deps.db, ended.businessId, (trx) =>
    forgetUnusedTokens(trx, ended.businessId, [ended.authorisationId]),
  )
}

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
