import { VendorFailure } from '../../platform/errors.ts'
import type { BusinessProfile } from './business-profile.ts'

const NOBODYS_TOKEN = 'goodword-doctor'

/**
 * Asks for an access token with a made-up refresh token: `invalid_grant` proves that our client id and secret are
 * good. Throws VendorFailure with code `invalid_client` where they are not.
 * Whether Google has approved the project shows only with an owner's consent.
 */
export const reachProfile = async (profile: Pick<BusinessProfile, 'refresh'>): Promise<void> => {
  try {
    await profile.refresh(NOBODYS_TOKEN)
  } catch (cause) {
    if (!(cause instanceof VendorFailure && cause.kind === 'reconnect')) throw cause
  }
}
