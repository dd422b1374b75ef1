import { asBusiness, type Db } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { forgetUnusedTokens } from './forget-tokens.ts'
import { openSession, type SessionDeps } from '../open-session.ts'

export type LetGo = { businessId: string; tenantId: string; authorisationId: string; connectionId: string }

/**
 * Ends one organisation's connection at Xero, never the person's whole consent: the same person may have connected
 * other businesses. Throws VendorFailure when Xero should be asked again later.
 */
export const endConnection = async (deps: SessionDeps, gone: LetGo, now: Date): Promise<void> => {
  if (await isConnectedAgain(deps.db, gone.connectionId)) return
  try {
    const { accessToken } = await openSession(deps, gone, { now })
    await deps.xero.disconnect(accessToken, gone.connectionId).catch(async (cause: unknown) => {
      if (!(cause instanceof VendorFailure && cause.code === 'token-expired')) throw cause
      const fresh = await openSession(deps, gone, { now, refused: accessToken })
      await deps.xero.disconnect(fresh.accessToken, gone.connectionId)
    })
  } catch (cause) {
    // Without a consent, or where Xero has shut us out, there is no connection left to end.
    const isOver =
      cause instanceof VendorFailure && (cause.kind === 'reconnect' || cause.code === 'forbidden')
    if (!isOver) throw cause
  }
  await asBusiness(deps.db, gone.businessId, (trx) =>
    forgetUnusedTokens(trx, gone.businessId, [gone.authorisationId]),
  )
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
