import { asSystem, type Db } from '../../database/database.ts'
import type { XeroConnection, XeroTokens } from '../../integrations/xero/xero-types.ts'
import { Refusal } from '../../platform/errors.ts'
import { bindOrganisations, type Opened } from './bind-organisations.ts'
import { connectedBefore, openedBy } from './consent-rules.ts'
import type { SessionDeps } from '../open-session.ts'

/**
 * Binds the organisations of this consent to the business: names of those that are now connected, and of those that
 * another business holds. Throws Refusal when nothing could be connected, VendorFailure when Xero fails.
 */
export const connectOrganisations = async (
  deps: SessionDeps,
  {
    businessId,
    code,
    redirectUri,
    now,
  }: { businessId: string; code: string; redirectUri: string; now: Date },
): Promise<{ connected: string[]; taken: string[] }> => {
  const tokens = await deps.xero.exchangeCode({ code, redirectUri })
  const connections = await connectionsOf(deps, tokens, businessId)
  if (connections.length === 0) throw nothingOpened()
  const { free, taken } = await splitTaken(deps.db, connections, businessId)
  await giveBack(deps, tokens, taken)
  if (free.length === 0) throw allTaken(taken)

  try {
    const opened = await openEach(deps, tokens, free)
    await asSystem(deps.db, (trx) => bindOrganisations(trx, deps.sealer, { businessId, tokens, opened, now }))
    return {
      connected: opened.map(({ connection, organisation }) => organisation.name || connection.tenantName),
      taken: taken.map(({ tenantName }) => tenantName),
    }
  } catch (cause) {
    // Where database or Xero is away it cannot be known whether they are in use: then they stay.
    await giveBackOwn(deps, tokens, free).catch(() => undefined)
    throw isTakenMeanwhile(cause) ? allTaken(free) : cause
  }
}

const openEach = ({ xero }: SessionDeps, { accessToken }: XeroTokens, free: XeroConnection[]) =>
  Promise.all(
    free.map(async (connection): Promise<Opened> => {
      const { body } = await xero.organisation({ accessToken, tenantId: connection.tenantId })
      return { connection, organisation: body }
    }),
  )

const connectionsOf = async (
  { db, xero }: SessionDeps,
  { accessToken, authenticationEventId }: XeroTokens,
  businessId: string,
): Promise<XeroConnection[]> => {
  const opened = openedBy(authenticationEventId, await xero.connections(accessToken, authenticationEventId))
  if (opened.length > 0) return opened
  const own = await db
    .selectFrom('organisations')
    .select('tenant_id')
    .where('business_id', '=', businessId)
    .execute()
  if (own.length === 0) return []
  return connectedBefore(
    own.map(({ tenant_id }) => tenant_id),
    await xero.connections(accessToken),
  )
}

const splitTaken = async (db: Db, connections: XeroConnection[], businessId: string) => {
  const held = await db
    .selectFrom('organisations')
    .select('tenant_id')
    .where(
      'tenant_id',
      'in',
      connections.map(({ tenantId }) => tenantId),
    )
    .where('state', '<>', 'disconnected')
    .where('business_id', '<>', businessId)
    .execute()
  const heldIds = new Set(held.map(({ tenant_id }) => tenant_id))
  return {
    free: connections.filter(({ tenantId }) => !heldIds.has(tenantId)),
    taken: connections.filter(({ tenantId }) => heldIds.has(tenantId)),
  }
}

/** Ends access that we will not use; a connection that another business uses stays. */
const giveBack = async ({ db, xero }: SessionDeps, tokens: XeroTokens, taken: XeroConnection[]) => {
  for (const { connectionId } of taken) {
    const inUse = await db
      .selectFrom('organisations')
      .select('tenant_id')
      .where('connection_id', '=', connectionId)
      .where('state', '<>', 'disconnected')
      .executeTakeFirst()
    if (!inUse) await xero.disconnect(tokens.accessToken, connectionId).catch(() => undefined)
  }
}

/** Not what a later consent, in another tab, has opened again meanwhile: it has the same id and another event. */
const giveBackOwn = async (deps: SessionDeps, tokens: XeroTokens, free: XeroConnection[]) => {
  const { accessToken, authenticationEventId } = tokens
  const own = openedBy(authenticationEventId, await deps.xero.connections(accessToken, authenticationEventId))
  const ids = new Set(own.map(({ connectionId }) => connectionId))
  await giveBack(
    deps,
    tokens,
    free.filter(({ connectionId }) => ids.has(connectionId)),
  )
}

const isTakenMeanwhile = (cause: unknown): boolean =>
  (cause as { constraint?: string }).constraint === 'organisations_connected'

const nothingOpened = (): Refusal =>
  new Refusal(
    'no-organisation',
    409,
    'Xero gave us no organisation. Please connect again and choose your organisation.',
  )

const allTaken = (taken: XeroConnection[]): Refusal =>
  new Refusal(
    'organisation-taken',
    409,
    `${taken.map(({ tenantName }) => tenantName || 'This organisation').join(' and ')} is already connected to another account. Disconnect it there first, or choose another organisation.`,
  )
