import type { XeroTokens } from '../integrations/xero/xero-types.ts'
import type { Sealer } from '../platform/seal.ts'

export type TokenColumn = 'access_token' | 'refresh_token'
export type AuthorisationKey = { businessId: string; authorisationId: string }

/** The two columns of an authorisation. What is sealed for one row opens in no other row, and in no other column. */
export const sealTokens = (
  sealer: Sealer,
  key: AuthorisationKey,
  tokens: Pick<XeroTokens, 'accessToken' | 'refreshToken'>,
): Record<TokenColumn, Buffer> => ({
  access_token: sealer.seal(tokens.accessToken, placeOf('access_token', key)),
  refresh_token: sealer.seal(tokens.refreshToken, placeOf('refresh_token', key)),
})

export const openToken = (
  sealer: Sealer,
  key: AuthorisationKey,
  column: TokenColumn,
  row: Partial<Record<TokenColumn, Buffer>>,
): string => sealer.open(row[column]!, placeOf(column, key))

const placeOf = (column: TokenColumn, { businessId, authorisationId }: AuthorisationKey): string =>
  `xero_authorisations/${column}/${businessId}/${authorisationId}`
