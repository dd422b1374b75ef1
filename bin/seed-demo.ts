import { PROCESS_ROLE } from '../server/database.ts'
import { seedBusiness } from '../server/businesses/seed-business.ts'
import { openDatabase } from '../server/platform/db.ts'
import type { Env } from '../server/platform/env.ts'
import { createSealer } from '../server/platform/seal.ts'
import type { Tables } from '../server/tables.ts'

const DEMO_TENANT = '11111111-1111-4111-8111-111111111111'
const DEMO_FUNDS_CENTS = 2_500

/** On the first start: one onboarded business on the sandbox's own Xero organisation. Later starts change nothing. */
export const seedDemo = async (env: Env, databaseUrl: string): Promise<void> => {
  const { db, close } = openDatabase<Tables>(databaseUrl, {
    role: PROCESS_ROLE,
    max: 2,
    onError: () => undefined,
  })
  try {
    const known = await db
      .selectFrom('organisations')
      .select('name')
      .where('tenant_id', '=', DEMO_TENANT)
      .executeTakeFirst()
    if (known) return
    await seedBusiness(
      { db, sealer: createSealer(env.ENCRYPTION_KEYS) },
      {
        number: 0,
        name: 'Whitlock Electrical',
        tenantId: DEMO_TENANT,
        tokens: { accessToken: 'seed-access-demo', refreshToken: 'seed-refresh-demo' },
        fundsCents: DEMO_FUNDS_CENTS,
        currency: env.CURRENCY,
      },
    )
  } finally {
    await close()
  }
}
