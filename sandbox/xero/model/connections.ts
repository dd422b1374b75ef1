import type { AccessClaims } from './access-token.ts'
import type { Connection, Grants } from './grants.ts'

/** `GET /connections`: every organisation that this person ever connected, not only this consent's. */
export const listConnections = (
  { connections }: Grants,
  { userId }: AccessClaims,
  {
    authEventId,
    nameOf,
  }: { authEventId: string | undefined; nameOf: (tenantId: string) => string | undefined },
) =>
  [...connections.values()]
    .filter((connection) => connection.userId === userId)
    .filter(({ eventId }) => authEventId === undefined || eventId === authEventId)
    .map((connection) => connectionAnswer(connection, nameOf(connection.tenantId) ?? 'Unknown organisation'))

export const connectionAnswer = (
  { id, eventId, tenantId, createdAt, updatedAt }: Omit<Connection, 'userId' | 'allowedBy'>,
  tenantName: string,
) => ({
  id,
  authEventId: eventId,
  tenantId,
  tenantType: 'ORGANISATION',
  tenantName,
  createdDateUtc: sevenDigits(createdAt),
  updatedDateUtc: sevenDigits(updatedAt),
})

/** '2026-11-20T21:57:52.1230000': seven digits and no Z. */
const sevenDigits = (at: number): string => new Date(at).toISOString().replace('Z', '0000')
