import { isGuid } from '../identifiers.ts'
import type { AccessClaims } from './model/access-token.ts'
import type { Organisation } from './model/books.ts'
import { connect, findConnection } from './model/grants.ts'
import { provisionOrganisation } from './provision-organisation.ts'
import type { XeroWorld } from './world.ts'

/**
 * The organisation that this caller may see. For a seeded token an organisation that does not exist yet is made, and
 * connected; one that was disconnected stays so.
 */
export const openOrganisation = (
  world: Pick<XeroWorld, 'books' | 'grants' | 'wire' | 'now'>,
  { userId, eventId, seed }: AccessClaims,
  tenantId: string,
): Organisation | undefined => {
  if (findConnection(world.grants, userId, tenantId)) return world.books.get(tenantId)
  if (seed === undefined || !isGuid(tenantId)) return undefined
  if (world.grants.disconnected.has(`${userId} ${tenantId}`)) return undefined
  const organisation = world.books.get(tenantId) ?? provisionOrganisation(tenantId, world.now())
  world.books.set(tenantId, organisation)
  connect(world.grants, { userId, tenantId, eventId, now: world.now() })
  world.wire.changed()
  return organisation
}
