import type { Db } from '../../database/database.ts'
import { openToken } from '../../organisations/seal-tokens.ts'
import { createSealer, opens } from '../../platform/seal.ts'
import { placeOfSecret } from '../../texts/phones/phone-hash.ts'
import { missingKeys } from './restore-backup.ts'

const COLUMNS = ['access_token', 'refresh_token'] as const

/** What these keys do not open of a restored database, one line a reason. */
export const closedTo = async (db: Db, keys: string[], keyIds: string[]): Promise<string[]> => {
  const missing = missingKeys(keyIds, keys)
  if (missing.length > 0) return [`ENCRYPTION_KEYS lacks ${missing.join(', ')}`]
  const sealer = createSealer(keys)
  const secrets = await db.selectFrom('sealed_secrets').select(['name', 'sealed']).execute()
  const authorisations = await db
    .selectFrom('xero_authorisations')
    .select(['business_id as businessId', 'id as authorisationId', 'access_token', 'refresh_token'])
    .where('state', '=', 'connected')
    .execute()
  const closedSecrets = secrets.filter(
    ({ name, sealed }) => !opens(() => sealer.open(sealed, placeOfSecret(name))),
  ).length
  const closed = authorisations.filter(
    (one) => !COLUMNS.every((column) => opens(() => openToken(sealer, one, column, one))),
  ).length
  return [
    ...(closedSecrets > 0 ? ['the key of the opt-outs does not open'] : []),
    ...(closed > 0
      ? [`${closed} of ${authorisations.length} Xero authorisations ${closed === 1 ? 'does' : 'do'} not open`]
      : []),
  ]
}
