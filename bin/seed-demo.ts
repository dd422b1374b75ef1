import { DEMO_OWNER, subjectOf } from '../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../sandbox/places/businesses.ts'
import {
  DEMO_ACCESS_TOKEN,
  DEMO_ORGANISATION,
  DEMO_REFRESH_TOKEN,
} from '../sandbox/xero/demo-organisation.ts'
import { asSystem, PROCESS_ROLE, type Db } from '../server/database.ts'
import { seedBusiness } from '../server/businesses/seed-business.ts'
import { openDatabase } from '../server/platform/db.ts'
import type { Env } from '../server/platform/env.ts'
import { createSealer } from '../server/platform/seal.ts'
import { DEFAULT_TEMPLATE } from '../server/sms/text-rules.ts'
import type { Tables } from '../server/tables.ts'

const DEMO_FUNDS_CENTS = 2_500

/**
 * On the first start: one onboarded business on the sandbox's own Xero organisation, and its owner, who is a person on
 * the sandbox's account chooser. Later starts change nothing.
 */
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
      .where('tenant_id', '=', DEMO_ORGANISATION.tenantId)
      .executeTakeFirst()
    if (known) return
    const { businessId } = await seedBusiness(
      { db, sealer: createSealer(env.ENCRYPTION_KEYS) },
      {
        number: 0,
        name: DEMO_ORGANISATION.name,
        tenantId: DEMO_ORGANISATION.tenantId,
        tokens: { accessToken: DEMO_ACCESS_TOKEN, refreshToken: DEMO_REFRESH_TOKEN },
        fundsCents: DEMO_FUNDS_CENTS,
        currency: env.CURRENCY,
        template: DEFAULT_TEMPLATE,
        timeZone: 'Australia/Perth',
        place: {
          placeId: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb),
          address: DEMO_BUSINESS.address,
        },
      },
    )
    await seedOwner(db, env.OIDC_ISSUER, businessId)
  } finally {
    await close()
  }
}

const seedOwner = (db: Db, issuer: string, businessId: string) =>
  asSystem(db, (trx) =>
    trx
      .insertInto('users')
      .values({
        issuer,
        subject: subjectOf(DEMO_OWNER.email),
        ...DEMO_OWNER,
        business_id: businessId,
        onboarded_at: new Date(),
      })
      .execute(),
  )
