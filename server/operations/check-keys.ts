import type { Db } from '../database/database.ts'
import { openToken } from '../organisations/seal-tokens.ts'
import type { Sealer } from '../platform/seal.ts'
import { placeOfSecret } from '../texts/phone-hash.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

/**
 * Checks that every stored authorisation, and our own secret, opens with ENCRYPTION_KEYS; counts those on older keys.
 */
export const checkKeys = async (db: Db, sealer: Sealer): Promise<Check> => {
  const authorisations = await db
    .selectFrom('xero_authorisations')
    .select(['business_id as businessId', 'id as authorisationId', 'access_token', 'refresh_token'])
    .where('state', '=', 'connected')
    .execute()
  const secrets = await db.selectFrom('sealed_secrets').select(['name', 'sealed']).execute()
  const closed = authorisations.filter(
    (one) => !COLUMNS.every((column) => opens(() => openToken(sealer, one, column, one))),
  ).length
  if (secrets.some(({ name, sealed }) => !opens(() => sealer.open(sealed, placeOfSecret(name)))))
    return wrong('keys', 'the key of the phone hashes does not open: add the older ENCRYPTION_KEYS back')
  if (closed > 0)
    return wrong(
      'keys',
      `${isAre(closed, 'authorisation does', 'authorisations do')} not open: add the older ENCRYPTION_KEYS back`,
    )
  const old = authorisations.filter(
    (one) => !sealer.isCurrent(one.access_token) || !sealer.isCurrent(one.refresh_token),
  ).length
  const ofSecrets = secrets.filter(({ sealed }) => !sealer.isCurrent(sealed)).length
  const every = `${isAre(authorisations.length, 'authorisation opens', 'authorisations open')}`
  return ok(
    'keys',
    old + ofSecrets === 0
      ? `${every}, all sealed by the newest key`
      : `${every}, ${old + ofSecrets} values still need an older key: keep it`,
  )
}

const COLUMNS = ['access_token', 'refresh_token'] as const

const opens = (open: () => string): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}
