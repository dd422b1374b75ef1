import { sql } from 'kysely'
import { asBusiness, type Db } from '../database/database.ts'
import type { Xero } from '../integrations/xero/xero.ts'
import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { createGate, type Gate } from '../platform/gate.ts'
import type { Sealer } from '../platform/seal.ts'
import { openToken, sealTokens } from './seal-tokens.ts'

export type SessionDeps = { db: Db; xero: Xero; sealer: Sealer }
type Where = { businessId: string; authorisationId: string; tenantId: string }

const MARGIN_MS = 60_000
/** A little longer than Xero's client waits for an answer: else the database ends the transaction meanwhile. */
const WAITS_FOR_XERO_MS = 20_000

export type StoredSession = Awaited<ReturnType<typeof readSession>>

/** What is on record of a session: asks nobody, so that it may be read before it is known whether it is needed. */
export const readSession = (db: Db, { businessId, authorisationId }: Where) =>
  db
    .selectFrom('xero_authorisations')
    .select(['state', 'access_token', 'access_expires_at'])
    .where('business_id', '=', businessId)
    .where('id', '=', authorisationId)
    .executeTakeFirst()

/**
 * An access token that is good for at least a minute. Throws VendorFailure 'reconnect' when the owner has to consent
 * again; the authorisation is then marked so.
 */
export const openSession = async (
  deps: SessionDeps,
  where: Where,
  { now, refused, stored }: { now: Date; refused?: string; stored?: Promise<StoredSession> },
): Promise<XeroSession> => {
  const known = await (stored ?? readSession(deps.db, where))
  if (!known || known.state === 'needs_reconnect') throw needsReconnect()
  const accessToken = openToken(deps.sealer, where, 'access_token', known)
  const isGood = known.access_expires_at.getTime() - now.getTime() > MARGIN_MS && accessToken !== refused
  return {
    tenantId: where.tenantId,
    accessToken: isGood ? accessToken : await refresh(deps, where, { now, refused }),
  }
}

/**
 * The one place that calls a vendor inside a transaction, on purpose: by the row lock one process of all refreshes,
 * and a crash before the commit keeps the old refresh token, which Xero accepts for 30 more minutes.
 */
const refresh = async (...asked: Parameters<typeof refreshNow>): Promise<string> => {
  const [{ db }, , { now }] = asked
  const lately = appRefusals.get(db)
  const sinceMs = lately ? now.getTime() - lately.at : Number.POSITIVE_INFINITY
  if (lately && sinceMs >= 0 && sinceMs < ASKED_AGAIN_MS) throw lately.failure
  try {
    return await gateOf(db).run(() => refreshNow(...asked))
  } catch (cause) {
    if (isOfEveryConsent(cause)) appRefusals.set(db, { at: now.getTime(), failure: cause as VendorFailure })
    throw cause
  }
}

/** A thousand organisations would else be refused as many times within seconds, until Xero limits that as well. */
const ASKED_AGAIN_MS = 10_000
const appRefusals = new WeakMap<SessionDeps['db'], { at: number; failure: VendorFailure }>()

/** Each holds a connection while it waits for Xero: where Xero hangs, the others are left for whoever sends. */
const REFRESHES_AT_ONCE = 4
/** Of each pool, because its connections are what is kept. */
const gates = new WeakMap<SessionDeps['db'], Gate>()

const gateOf = (db: SessionDeps['db']): Gate => {
  const gate = gates.get(db) ?? createGate(REFRESHES_AT_ONCE)
  gates.set(db, gate)
  return gate
}

const refreshNow = async (
  { db, xero, sealer }: SessionDeps,
  where: Where,
  { now, refused }: { now: Date; refused?: string },
): Promise<string> => {
  const outcome = await asBusiness(db, where.businessId, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(WAITS_FOR_XERO_MS)}`.execute(trx)
    const row = await trx
      .selectFrom('xero_authorisations')
      .select(['state', 'access_token', 'refresh_token', 'access_expires_at'])
      .where('business_id', '=', where.businessId)
      .where('id', '=', where.authorisationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.state === 'needs_reconnect') return undefined
    const current = openToken(sealer, where, 'access_token', row)
    if (row.access_expires_at.getTime() - now.getTime() > MARGIN_MS && current !== refused) return current

    const update = trx
      .updateTable('xero_authorisations')
      .where('business_id', '=', where.businessId)
      .where('id', '=', where.authorisationId)
    try {
      const tokens = await xero.refresh(openToken(sealer, where, 'refresh_token', row))
      await update
        .set({
          ...sealTokens(sealer, where, tokens),
          access_expires_at: tokens.accessExpiresAt,
          refreshed_at: now,
        })
        .execute()
      return tokens.accessToken
    } catch (cause) {
      if (!(cause instanceof VendorFailure && cause.kind === 'reconnect')) throw ofOurApp(cause)
      await update.set({ state: 'needs_reconnect' }).execute()
      return undefined
    }
  })
  if (!outcome) throw needsReconnect()
  return outcome
}

/** The code where Xero refuses our app, by whichever owner's consent it asks. */
export const APP_REFUSED = 'app-refused'

/** All but `invalid_grant` is about us: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const ofOurApp = (cause: unknown): unknown =>
  cause instanceof VendorFailure && cause.kind === 'rejected'
    ? new VendorFailure(
        'xero',
        'rejected',
        APP_REFUSED,
        `Xero refuses our app (${cause.code}): check XERO_CLIENT_ID, XERO_CLIENT_SECRET and XERO_IDENTITY_URL.`,
        { cause },
      )
    : cause

const isOfEveryConsent = (cause: unknown): boolean =>
  cause instanceof VendorFailure &&
  cause.code === APP_REFUSED &&
  /^(invalid|unauthorized)_client$/.test((cause.cause as VendorFailure).code)

const needsReconnect = () =>
  new VendorFailure('xero', 'reconnect', 'needs-reconnect', 'The owner has to connect Xero again.')
