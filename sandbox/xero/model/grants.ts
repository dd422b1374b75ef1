import { randomUUID } from 'node:crypto'
import { randomToken, stableId } from '../../identifiers.ts'

/** One consent of one person. Its refresh tokens: the newest, and those that it replaced. */
export type Grant = {
  eventId: string
  userId: string
  scopes: string[]
  seed?: string | undefined
  refreshTokens: { token: string; issuedAt: number; replacedAt?: number }[]
}

/** One person's permission to this app for one organisation. A further consent changes its event, not its id. */
export type Connection = {
  id: string
  userId: string
  tenantId: string
  eventId: string
  /** The e-mail address of whoever allowed it at the consent page. */
  allowedBy?: string | undefined
  createdAt: number
  updatedAt: number
}

export type Code = {
  code: string
  eventId: string
  redirectUri: string
  challenge?: string | undefined
  expiresAt: number
}

export type Grants = {
  grants: Map<string, Grant>
  connections: Map<string, Connection>
  codes: Map<string, Code>
  /** Pairs of user and organisation that were disconnected. A seeded token does not connect them again. */
  disconnected: Set<string>
}

export const XERO_USER = stableId('xero user', 'accounts@sandbox.example')

export const SEED_REFRESH = 'seed-refresh-'
export const ALL_SCOPES = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices.read',
  'accounting.contacts.read',
  'accounting.settings.read',
  'accounting.payments.read',
]

export const createGrants = (): Grants => ({
  grants: new Map(),
  connections: new Map(),
  codes: new Map(),
  disconnected: new Set(),
})

export const connect = (
  state: Grants,
  {
    userId,
    tenantId,
    eventId,
    allowedBy,
    now,
  }: { userId: string; tenantId: string; eventId: string; allowedBy?: string | undefined; now: Date },
): Connection => {
  const existing = findConnection(state, userId, tenantId)
  const at = now.getTime()
  const connection: Connection = existing
    ? { ...existing, eventId, updatedAt: at }
    : { id: seededConnectionId(userId, tenantId), userId, tenantId, eventId, createdAt: at, updatedAt: at }
  if (allowedBy !== undefined) connection.allowedBy = allowedBy
  state.connections.set(connection.id, connection)
  return connection
}

export const findConnection = (state: Grants, userId: string, tenantId: string): Connection | undefined =>
  [...state.connections.values()].find((one) => one.userId === userId && one.tenantId === tenantId)

/** The grant of a seeded token is made when it is first used; it opens any organisation. */
export const seedGrant = (state: Grants, seed: string): Grant => {
  const eventId = stableId('seed', seed)
  const existing = state.grants.get(eventId)
  if (existing) return existing
  const grant = {
    eventId,
    userId: stableId('seed user', seed),
    scopes: ALL_SCOPES,
    seed,
    refreshTokens: [],
  }
  state.grants.set(eventId, grant)
  return grant
}

/** The refresh token of a seed contains the seed, so that it works even after the sandbox lost its memory. */
export const issueRefreshToken = (grant: Grant, now: Date): string => {
  const token = grant.seed === undefined ? randomToken() : `${SEED_REFRESH}${grant.seed}~${randomToken()}`
  grant.refreshTokens.push({ token, issuedAt: now.getTime() })
  return token
}

export const removeConnection = (state: Grants, connection: Connection): void => {
  state.connections.delete(connection.id)
  state.disconnected.add(`${connection.userId} ${connection.tenantId}`)
}

/** Revoking a token ends every connection of that person to this app, not only this grant's. */
export const revokePerson = (state: Grants, userId: string): void => {
  for (const connection of state.connections.values()) {
    if (connection.userId === userId) removeConnection(state, connection)
  }
  for (const grant of state.grants.values()) {
    if (grant.userId === userId) state.grants.delete(grant.eventId)
  }
}

const seededConnectionId = (userId: string, tenantId: string): string =>
  userId === XERO_USER ? randomUUID() : stableId('connection', userId, tenantId)
