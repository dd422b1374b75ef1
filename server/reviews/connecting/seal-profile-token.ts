import type { Sealer } from '../../platform/seal.ts'

/** What is sealed for one business opens for no other. */
const placeOf = (businessId: string): string => `profile_connections/refresh_token/${businessId}`

export const sealProfileToken = (sealer: Sealer, businessId: string, refreshToken: string): Buffer =>
  sealer.seal(refreshToken, placeOf(businessId))

export const openProfileToken = (sealer: Sealer, businessId: string, sealed: Buffer): string =>
  sealer.open(sealed, placeOf(businessId))
