import { DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { openDb, type Db } from '../../server/database/database.ts'

/** Whether an earlier start has made the demo. */
export const hasDemo = async (databaseUrl: string): Promise<boolean> => {
  const { db, close } = openDb(databaseUrl, { onError: () => undefined })
  return isDemoThere(db).finally(close)
}

export const isDemoThere = async (db: Db): Promise<boolean> => {
  const known = await db
    .selectFrom('organisations')
    .select('name')
    .where('tenant_id', '=', DEMO_ORGANISATION.tenantId)
    .executeTakeFirst()
  return known !== undefined
}
