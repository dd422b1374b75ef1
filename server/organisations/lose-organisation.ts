import { sql } from 'kysely'
import { asSystem, type Db } from '../database/database.ts'
import { VendorFailure } from '../platform/errors.ts'
import { openSession, type SessionDeps } from './open-session.ts'
import type { SyncedOrganisation } from './organisation-queries.ts'

/** `ended`: the whole consent, or it was replaced meanwhile. */
type Standing = 'listed' | 'removed' | 'ended'

/**
 * Whether Xero still lists our connection to an organisation that it refuses us: our tokens go on working where it was
 * removed there. As if it did, where Xero does not say.
 */
export const findStanding = async (
  deps: SessionDeps & { clock: () => Date },
  organisation: SyncedOrganisation,
): Promise<Standing> => {
  try {
    const { accessToken } = await openSession(deps, organisation, { now: deps.clock() })
    const listed = await deps.xero.connections(accessToken)
    return listed.some(({ tenantId }) => tenantId === organisation.tenantId) ? 'listed' : 'removed'
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    return cause.kind === 'reconnect' ? 'ended' : 'listed'
  }
}

/**
 * Only a new consent helps: the organisation gets an authorisation of its own, which opens nothing, so that others of
 * its consent go on. One that was connected anew or disconnected meanwhile stays as it is. The tokens stay until they
 * are forgotten by age: a connection of a sibling may still have to be ended with them.
 */
export const loseOrganisation = (
  db: Db,
  { businessId, tenantId, authorisationId }: SyncedOrganisation,
  now: Date,
): Promise<void> =>
  asSystem(db, async (trx) => {
    await sql`
      with lost as (
        update organisations
        set authorisation_id = gen_random_uuid(), state = 'connected', state_reason = ${REMOVED},
            state_changed_at = ${now}
        where business_id = ${businessId} and tenant_id = ${tenantId} and authorisation_id = ${authorisationId}
          and state <> 'disconnected'
        returning business_id, authorisation_id)
      insert into xero_authorisations (business_id, id, state, access_token, refresh_token, access_expires_at)
      select business_id, authorisation_id, 'needs_reconnect', '', '', ${now} from lost`.execute(trx)
  })

const REMOVED = 'Our connection was removed in Xero. Connect it again.'
