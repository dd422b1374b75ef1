import { openDb, SCHEMA_FOLDER } from '../database/database.ts'
import { KNOWS } from '../database/known-schema.ts'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import { AT_LENGTH, type Patience } from '../platform/postgres/connections/pool.ts'
import type { Env } from '../platform/process/env.ts'
import { createSealer } from '../platform/seal.ts'
import { notChecked, wrong, type Check } from './checks/check.ts'
import { checkActing, checkDatabase } from './checks/check-database.ts'
import { checkBackup } from './checks/check-backup.ts'
import { checkClocks } from './checks/check-clocks.ts'
import { checkCurrency } from './checks/check-currency.ts'
import { checkIdentityFile } from './checks/check-identity-file.ts'
import { checkInboundUrl, checkOwnNumbers } from './checks/check-inbound-url.ts'
import { checkKeys } from './checks/check-keys.ts'
import { checkLegalPages } from './checks/check-legal-pages.ts'
import { checkLookup } from './checks/check-lookup.ts'
import { checkPublicUrl } from './checks/check-public-url.ts'
import { checkReviews } from './checks/check-reviews.ts'
import { checkReplication } from './checks/check-replication.ts'
import { checkSharedSender } from './checks/check-shared-sender.ts'
import { checkShortCode } from './checks/check-short-code.ts'
import { checkTax } from './checks/check-tax.ts'
import { checkTrials } from './checks/check-trials.ts'
import { checkVendors } from './checks/check-vendors.ts'
import { checkVersions } from './checks/check-versions.ts'
import { checkWork } from './checks/check-work.ts'
import { closeVendors, openVendors } from './open-vendors.ts'

/** A vendor that has not answered by then does not answer. */
export const PROBE_TIMEOUT_MS = 5_000

/**
 * Makes all checks at once, and changes nothing. Without a URL there is no database yet. A server that is busy answers
 * late, and is well; one that lets nobody in for as long as `patience` says is not.
 */
export const examine = async (
  env: Env,
  databaseUrl: string | undefined,
  patience: Patience = AT_LENGTH,
): Promise<Check[]> => {
  const vendors = openVendors(env, { timeoutMs: PROBE_TIMEOUT_MS })
  try {
    const found = await Promise.all([
      databaseUrl
        ? examineDatabase(env, { url: databaseUrl, patience, twilio: vendors.twilio })
        : noDatabase(),
      checkVendors(env, vendors),
      checkInboundUrl(vendors.twilio, env.PUBLIC_URL),
      checkShortCode(vendors.twilio.sender) ?? [],
      checkPublicUrl(env.PUBLIC_URL),
      checkLegalPages(env),
      checkTax(env),
    ])
    return found.flat()
  } finally {
    await closeVendors(vendors)
  }
}

const noDatabase = (): Check[] => [
  wrong('database', 'there is none yet: set DATABASE_URL, or run `npm start` to make one here'),
]

type Examined = { url: string; patience: Patience; twilio: Twilio }

const examineDatabase = async (env: Env, { url, patience, twilio }: Examined): Promise<Check[]> => {
  const patient = { patience, onError: () => undefined }
  const owner = openDb(url, { ...patient, role: null, max: 2, mayBeStandby: true })
  const acting = openDb(url, { ...patient, max: 4 })
  try {
    const checks = await checkDatabase(owner.pool, { schema: SCHEMA_FOLDER, now: Date.now })
    if (checks.some(({ state }) => state !== 'ok'))
      return [...checks, notChecked('keys', 'first the database'), notChecked('work', 'first the database')]
    checks.push(await checkReplication(owner.pool))
    const role = await checkActing(acting.pool)
    if (role.state !== 'ok') return [...checks, role]
    const [keys, work, lookup, own, shared, backup, trials, currency, reviews, versions, key, clocks] =
      await Promise.all([
        checkKeys(acting.db, createSealer(env.ENCRYPTION_KEYS)),
        checkWork(acting.db, owner.pool),
        checkLookup(acting.db, twilio),
        checkOwnNumbers(acting.db, twilio, env.PUBLIC_URL),
        checkSharedSender(acting.db, twilio.sender),
        checkBackup(acting.db, env),
        checkTrials(owner.pool, env),
        checkCurrency(acting.db, env),
        env.REVIEWS ? checkReviews(acting.db, new Date()) : undefined,
        checkVersions(acting.db, KNOWS),
        checkIdentityFile(acting.db, env),
        checkClocks(acting.db),
      ])
    return [
      ...checks,
      role,
      ...(versions ? [versions] : []),
      ...(clocks ? [clocks] : []),
      keys,
      backup,
      ...(key ? [key] : []),
      ...(trials ? [trials] : []),
      currency,
      ...work,
      lookup,
      ...(own ? [own] : []),
      ...(shared ? [shared] : []),
      ...(reviews ? [reviews] : []),
    ]
  } finally {
    await Promise.allSettled([owner.close(), acting.close()])
  }
}
