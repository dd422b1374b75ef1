import type { SystemTrx } from '../../database/database.ts'
import type { XeroConnection, XeroOrganisation, XeroTokens } from '../../integrations/xero/xero-types.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { Sealer } from '../../platform/seal.ts'
import { takeOverOptOuts } from '../../opt-outs/opt-out.ts'
import { holdActive } from '../../sessions/account-queries.ts'
import { sealTokens } from '../seal-tokens.ts'
import { forgetUnusedTokens } from './forget-tokens.ts'
import { xeroQueue } from '../ask-xero.ts'

export type Opened = { connection: XeroConnection; organisation: XeroOrganisation }

export type Binding = { businessId: string; tokens: XeroTokens; opened: Opened[]; now: Date }

/**
 * In one transaction: the consent's tokens, sealed, and the organisations that they open, each going live if it is
 * new.
 */
export const bindOrganisations = async (
  trx: SystemTrx,
  sealer: Sealer,
  { businessId, tokens, opened, now }: Binding,
): Promise<void> => {
  await holdActive(trx, businessId)
  const authorisationId = crypto.randomUUID()
  await trx
    .insertInto('xero_authorisations')
    .values({
      business_id: businessId,
      id: authorisationId,
      authentication_event_id: tokens.authenticationEventId ?? null,
      ...sealTokens(sealer, { businessId, authorisationId }, tokens),
      access_expires_at: tokens.accessExpiresAt,
      refreshed_at: now,
      created_at: now,
    })
    .execute()
  const replaced = await trx
    .selectFrom('organisations')
    .select('authorisation_id')
    .where('business_id', '=', businessId)
    .where(
      'tenant_id',
      'in',
      opened.map(({ connection }) => connection.tenantId),
    )
    // Of one that was disconnected the tokens go with the job that ends its connection.
    .where('state', '<>', 'disconnected')
    .execute()
  await takeOverOptOuts(
    trx,
    businessId,
    opened.map(({ connection }) => connection.tenantId),
  )
  for (const each of opened) await bindOrganisation(trx, authorisationId, { businessId, now, ...each })
  const authorisationIds = replaced.map(({ authorisation_id }) => authorisation_id)
  await forgetUnusedTokens(trx, businessId, { authorisationIds })
}

/** One that comes back to the same business keeps its history and the moment since which it is live. */
const bindOrganisation = async (
  trx: SystemTrx,
  authorisationId: string,
  { businessId, connection, organisation, now }: Opened & { businessId: string; now: Date },
): Promise<void> => {
  const { tenantId } = connection
  const facts = {
    authorisation_id: authorisationId,
    connection_id: connection.connectionId,
    name: organisation.name || connection.tenantName || 'Xero organisation',
    type: connection.tenantType,
    short_code: organisation.shortCode ?? null,
    country: organisation.country ?? null,
    currency: organisation.currency ?? null,
    is_demo: organisation.isDemo,
    facts_read_at: now,
    state: 'connected' as const,
    state_reason: null,
    state_changed_at: now,
    created_date_utc: connection.createdDateUtc,
    blocked_until: null,
    paced_until: null,
    ...(organisation.timeZone ? { time_zone: organisation.timeZone } : {}),
  }
  const { live_since } = await trx
    .insertInto('organisations')
    .values({ business_id: businessId, tenant_id: tenantId, connected_at: now, ...facts })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'tenant_id']).doUpdateSet(({ eb }) => ({
        ...facts,
        connected_at: eb
          .case()
          .when('organisations.state', '=', 'disconnected')
          .then(now)
          .else(eb.ref('organisations.connected_at'))
          .end(),
      })),
    )
    .returning('live_since')
    .executeTakeFirstOrThrow()
  // What was paid while it was not connected is found now, and not by the next sweep of the clock.
  const [task, name] = live_since ? ['sweep-organisation', 'sweep'] : ['go-live', 'go-live']
  await enqueue(
    trx,
    task,
    { businessId, tenantId },
    { key: `${name}:${tenantId}`, queue: xeroQueue(tenantId) },
  )
}
