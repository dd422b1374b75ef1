import { asBusiness } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { loseConsent } from './connection-life.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { openProfileToken } from './seal-profile-token.ts'

type Connection = { business_id: string; id: string; refresh_token: Buffer }

/**
 * An access token, good for an hour and kept nowhere. Throws VendorFailure; `reconnect` is noted first: the owner has
 * to agree again, and until then nothing is asked.
 */
export const openProfile = async (
  { db, profile, sealer, clock }: ProfileDeps,
  { business_id: businessId, id: connectionId, refresh_token }: Connection,
): Promise<string> => {
  try {
    const { accessToken } = await profile.refresh(openProfileToken(sealer, businessId, refresh_token))
    return accessToken
  } catch (cause) {
    if (cause instanceof VendorFailure && cause.kind === 'reconnect')
      await asBusiness(db, businessId, (trx) => loseConsent(trx, { businessId, connectionId }, clock()))
    throw cause
  }
}
