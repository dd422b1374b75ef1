import { VendorFailure } from '../../platform/errors.ts'
import type { Xero } from './xero.ts'

const NOBODYS_TOKEN = 'goodword-doctor'

/**
 * Asks for tokens with a made-up refresh token: `invalid_grant` proves that our client id and secret are good.
 * Throws VendorFailure with code `invalid_client` where they are not.
 */
export const reachXeroIdentity = async (xero: Pick<Xero, 'refresh'>): Promise<void> => {
  try {
    await xero.refresh(NOBODYS_TOKEN)
  } catch (cause) {
    if (!(cause instanceof VendorFailure && cause.kind === 'reconnect')) throw cause
  }
}

/** Calls with an invalid token: a 401 is the right answer. */
export const reachXeroApi = async (xero: Pick<Xero, 'connections'>): Promise<void> => {
  try {
    await xero.connections(NOBODYS_TOKEN)
  } catch (cause) {
    const isTurnedAway = cause instanceof VendorFailure && TURNED_AWAY.has(cause.code)
    if (!isTurnedAway) throw cause
  }
}

const TURNED_AWAY = new Set(['token-expired', 'forbidden'])
