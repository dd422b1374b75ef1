import { asSystem, type Db, type SystemTrx } from '../../database/database.ts'
import { openToken } from '../../organisations/seal-tokens.ts'
import { opens, type Sealer } from '../../platform/seal.ts'
import { loseConsent } from '../../reviews/connecting/connection-life.ts'
import { openProfileToken } from '../../reviews/connecting/seal-profile-token.ts'
import { replaceLostKey } from '../../texts/phones/phone-hash.ts'
import { hashAnew, type Rehashed } from './hash-anew.ts'

export type Lost = {
  /** Connections whose owners have to agree again. */
  xero: number
  google: number
  /** Undefined where the key of the hashes opens. */
  optOuts: Rehashed | undefined
}

/**
 * Makes a database usable in which our keys do not open everything: owners are asked to connect again, and phones and
 * addresses that stand in it are hashed by a new key. What opens stays as it is.
 */
export const goOnWithoutKeys = ({ db, sealer }: { db: Db; sealer: Sealer }, now: Date): Promise<Lost> =>
  asSystem(db, async (trx) => {
    const keyed = await replaceLostKey(trx, sealer)
    return {
      xero: await loseXero(trx, sealer),
      google: await loseGoogle(trx, sealer, now),
      optOuts: keyed && (await hashAnew(trx, keyed)),
    }
  })

const TOKENS = ['access_token', 'refresh_token'] as const

const loseXero = async (trx: SystemTrx, sealer: Sealer): Promise<number> => {
  const connected = await trx
    .selectFrom('xero_authorisations')
    .select(['business_id as businessId', 'id as authorisationId', 'access_token', 'refresh_token'])
    .where('state', '=', 'connected')
    .execute()
  const closed = connected.filter(
    (one) => !TOKENS.every((column) => opens(() => openToken(sealer, one, column, one))),
  )
  for (const { businessId, authorisationId } of closed)
    await trx
      .updateTable('xero_authorisations')
      .set({ state: 'needs_reconnect' })
      .where('business_id', '=', businessId)
      .where('id', '=', authorisationId)
      .execute()
  return closed.length
}

/** One that its owner has given up cannot be given back at Google any more, and must not keep her from a new one. */
const loseGoogle = async (trx: SystemTrx, sealer: Sealer, now: Date): Promise<number> => {
  const profiles = await trx
    .selectFrom('profile_connections')
    .select(['business_id as businessId', 'id as connectionId', 'refresh_token as token', 'state'])
    .where('state', '<>', 'needs_reauth')
    .execute()
  const closed = profiles.filter(
    ({ businessId, token }) => !opens(() => openProfileToken(sealer, businessId, token)),
  )
  const lost = closed.filter(({ state }) => state !== 'detaching')
  for (const key of lost) await loseConsent(trx, key, now)
  for (const { businessId, state } of closed)
    if (state === 'detaching')
      await trx.deleteFrom('profile_connections').where('business_id', '=', businessId).execute()
  return lost.length
}
