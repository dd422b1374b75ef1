/** The part of a connection that identifies its consent. */
type Connection = { tenantId: string; tenantType: string; authenticationEventId: string | undefined }

/**
 * The organisations that this consent opened. Xero may also list what the same person connected for others before, so
 * only this consent's event counts; where the token does not name its event, only what is unambiguous.
 */
export const openedBy = <Found extends Connection>(eventId: string | undefined, listed: Found[]): Found[] => {
  const organisations = listed.filter(isOrganisation)
  if (eventId === undefined) return organisations.length === 1 ? organisations : []
  return organisations.filter(
    ({ authenticationEventId }) => authenticationEventId === undefined || authenticationEventId === eventId,
  )
}

/** Consent to what is connected already may open nothing new: then it renews what this business has. */
export const connectedBefore = <Found extends Connection>(ownTenantIds: string[], listed: Found[]): Found[] =>
  listed.filter((connection) => isOrganisation(connection) && ownTenantIds.includes(connection.tenantId))

const isOrganisation = ({ tenantType }: Connection): boolean => tenantType.toUpperCase() === 'ORGANISATION'
