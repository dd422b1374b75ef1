/** As much of a connection as it takes to tell whose consent it is. */
type Connection = { tenantId: string; tenantType: string; authenticationEventId: string | undefined }

/**
 * The organisations that this consent opened. Xero may also list what the same person connected for others before, so
 * only this consent's event counts; where the token does not name its event, only what cannot be mistaken.
 */
export const openedBy = <Found extends Connection>(eventId: string | undefined, listed: Found[]): Found[] => {
  const organisations = listed.filter(isOrganisation)
  if (eventId === undefined) return organisations.length === 1 ? organisations : []
  return organisations.filter(
    ({ authenticationEventId }) => authenticationEventId === undefined || authenticationEventId === eventId,
  )
}

/** Agreeing again to what is connected already may open nothing new: then it is about what this business has. */
export const connectedBefore = <Found extends Connection>(ownTenantIds: string[], listed: Found[]): Found[] =>
  listed.filter((connection) => isOrganisation(connection) && ownTenantIds.includes(connection.tenantId))

const isOrganisation = ({ tenantType }: Connection): boolean => tenantType.toUpperCase() === 'ORGANISATION'
