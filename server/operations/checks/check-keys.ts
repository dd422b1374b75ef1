import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { openProfileToken } from '../../reviews/connecting/seal-profile-token.ts'
import { openToken } from '../../organisations/seal-tokens.ts'
import { opens, type Sealer } from '../../platform/seal.ts'
import { placeOfSecret } from '../../texts/phones/phone-hash.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

/** So many are opened; of all the others, however many there are, only the key is looked up. */
const OPENED = 500

/**
 * Checks that every stored authorisation, and our own secret, opens with ENCRYPTION_KEYS; counts those on older keys.
 */
export const checkKeys = async (db: Db, sealer: Sealer): Promise<Check> => {
  const [byKeys, some, secrets, profiles] = await Promise.all([
    countByKeys(db),
    readSome(db),
    readSecrets(db),
    readProfiles(db),
  ])
  if (secrets.some(({ name, sealed }) => !opens(() => sealer.open(sealed, placeOfSecret(name)))))
    return wrong('keys', 'the key of the phone hashes does not open: add the older ENCRYPTION_KEYS back')
  const keyless = sumOf(byKeys.filter(({ keys }) => !keys.every(sealer.isKnown)))
  const closed =
    keyless ||
    some.filter((one) => !opensWhole(sealer, one)).length ||
    profiles.filter((one) => !opensProfile(sealer, one)).length
  if (closed > 0)
    return wrong(
      'keys',
      `${isAre(closed, 'authorisation does', 'authorisations do')} not open: add the older ENCRYPTION_KEYS back`,
    )
  const old = sumOf(byKeys.filter(({ keys }) => !keys.every(sealer.isCurrent)))
  const ofSecrets = secrets.filter(({ sealed }) => !sealer.isCurrent(sealed)).length
  const every = isAre(sumOf(byKeys), 'authorisation opens', 'authorisations open')
  return ok(
    'keys',
    old + ofSecrets === 0
      ? `${every}, all sealed by the newest key`
      : `${every}, ${isAre(old + ofSecrets, 'value still needs', 'values still need')} an older key: keep it`,
  )
}

type ByKeys = { keys: Buffer[]; count: number }

/** How many authorisations are sealed by which keys; a sealed value begins with its key's id. */
const countByKeys = async (db: Db): Promise<ByKeys[]> => {
  const { rows } = await sql<{ access: Buffer; refresh: Buffer; count: number }>`
    select substr(access_token, 1, 4) as access, substr(refresh_token, 1, 4) as refresh, count(*) as count
    from xero_authorisations where state = 'connected' group by 1, 2
    union all
    select substr(refresh_token, 1, 4), substr(refresh_token, 1, 4), count(*)
    from profile_connections where state <> 'needs_reauth' group by 1, 2`.execute(db)
  return rows.map(({ access, refresh, count }) => ({ keys: [access, refresh], count }))
}

const readProfiles = (db: Db) =>
  db
    .selectFrom('profile_connections')
    .select(['business_id', 'refresh_token'])
    .where('state', '<>', 'needs_reauth')
    .limit(OPENED)
    .execute()

const opensProfile = (sealer: Sealer, one: Awaited<ReturnType<typeof readProfiles>>[number]): boolean =>
  opens(() => openProfileToken(sealer, one.business_id, one.refresh_token))

const sumOf = (groups: ByKeys[]): number => groups.reduce((sum, { count }) => sum + count, 0)

const readSome = (db: Db) =>
  db
    .selectFrom('xero_authorisations')
    .select(['business_id as businessId', 'id as authorisationId', 'access_token', 'refresh_token'])
    .where('state', '=', 'connected')
    .limit(OPENED)
    .execute()

const readSecrets = (db: Db) => db.selectFrom('sealed_secrets').select(['name', 'sealed']).execute()

const opensWhole = (sealer: Sealer, one: Awaited<ReturnType<typeof readSome>>[number]): boolean =>
  COLUMNS.every((column) => opens(() => openToken(sealer, one, column, one)))

const COLUMNS = ['access_token', 'refresh_token'] as const
