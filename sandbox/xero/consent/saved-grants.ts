import type { Connection, Grant, Grants } from '../model/grants.ts'

type SavedGrants = { grants: Grant[]; connections: Connection[]; disconnected: string[] }

export const saveGrants = ({ grants, connections, disconnected }: Grants): SavedGrants => ({
  grants: [...grants.values()],
  connections: [...connections.values()],
  disconnected: [...disconnected],
})

export const loadGrants = (state: Grants, saved: SavedGrants): void => {
  for (const grant of saved.grants) state.grants.set(grant.eventId, grant)
  for (const connection of saved.connections) state.connections.set(connection.id, connection)
  for (const pair of saved.disconnected) state.disconnected.add(pair)
}
