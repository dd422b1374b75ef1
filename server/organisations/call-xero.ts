import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { openSession, type SessionDeps } from './open-session.ts'

export type { SessionDeps }
import {
  blockOrganisation,
  pauseOrganisation,
  resumeOrganisation,
  type SyncedOrganisation,
} from './organisation-queries.ts'

/** Xero cannot be asked for this organisation now; its state says why, and what waits keeps waiting. */
export class OrganisationUnavailable extends Error {
  readonly why: 'paused' | 'needs_reconnect' | 'blocked'

  constructor(why: 'paused' | 'needs_reconnect' | 'blocked', cause?: unknown) {
    super(`Xero cannot be asked for this organisation: ${why}`, { cause })
    this.name = 'OrganisationUnavailable'
    this.why = why
  }
}

const RETRY_MS = 15_000

/**
 * Calls Xero for one organisation: refreshes a token that ran out, once; turns what Xero refuses into the
 * organisation's state. Throws OrganisationUnavailable, having noted it.
 */
export const callXero = async <Out>(
  deps: SessionDeps,
  organisation: SyncedOrganisation,
  now: Date,
  call: (session: XeroSession) => Promise<Out>,
): Promise<Out> => {
  try {
    const session = await openSession(deps, organisation, { now })
    const out = await call(session).catch(async (cause: unknown) => {
      if (!(cause instanceof VendorFailure && cause.code === 'token-expired')) throw cause
      return call(await openSession(deps, organisation, { now, refused: session.accessToken }))
    })
    if (organisation.state === 'paused') await resumeOrganisation(deps.db, organisation.tenantId)
    return out
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    throw await noteRefusal(deps, organisation, now, cause)
  }
}

const noteRefusal = async (
  { db }: SessionDeps,
  { tenantId }: SyncedOrganisation,
  now: Date,
  failure: VendorFailure,
): Promise<Error> => {
  if (failure.kind === 'reconnect') return new OrganisationUnavailable('needs_reconnect', failure)
  if (failure.code === 'forbidden') {
    await pauseOrganisation(db, tenantId, 'Xero no longer lets us see this organisation.')
    return new OrganisationUnavailable('paused', failure)
  }
  if (failure.kind === 'rejected') return failure
  const wait = failure.retryAfterSeconds === undefined ? RETRY_MS : failure.retryAfterSeconds * 1000
  await blockOrganisation(db, tenantId, new Date(now.getTime() + wait))
  return new OrganisationUnavailable('blocked', failure)
}
