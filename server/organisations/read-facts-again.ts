import type { Db } from '../database/database.ts'
import type { XeroOrganisation } from '../integrations/xero/xero-types.ts'
import { DAY_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import type { Log } from '../platform/process/log.ts'
import { askXero, type AskDeps } from './ask-xero.ts'
import type { SyncedOrganisation } from './organisation-queries.ts'

/** What an organisation says of itself: what it does not say stays as it was, and so does its name. */
const saidBy = (organisation: XeroOrganisation) => {
  const { name, shortCode, country, currency, timeZone, isTimeZoneKnown } = organisation
  return {
    ...(name && { name }),
    ...(shortCode && { short_code: shortCode }),
    ...(country && { country }),
    ...(currency && { currency }),
    // Else it is the usual one of the country.
    ...(timeZone && isTimeZoneKnown && { time_zone: timeZone }),
  }
}

type Deps = AskDeps & { log: Log; databaseNow: () => Promise<Date> }

/**
 * Asks Xero once a day for what its owner may have corrected there: by the time zone go the hours of her customers, by
 * the country their numbers. An answer that cannot be read changes nothing. Throws OrganisationUnavailable.
 */
export const readFactsAgain = async (deps: Deps, organisation: SyncedOrganisation): Promise<void> => {
  const { businessId, tenantId } = organisation
  const now = await deps.databaseNow()
  if (!(await isDue(deps.db, organisation, now))) return
  try {
    const { body } = await askXero(deps, organisation, { calls: 1 }, (session) =>
      deps.xero.organisation(session),
    )
    await deps.db
      .updateTable('organisations')
      .set({ ...saidBy(body), facts_read_at: now })
      .where('business_id', '=', businessId)
      .where('tenant_id', '=', tenantId)
      .where('state', '<>', 'disconnected')
      .execute()
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    deps.log.warn({ err: cause, tenantId }, 'an organisation could not be read again')
  }
}

const isDue = async (db: Db, { businessId, tenantId }: SyncedOrganisation, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('organisations')
    .select('tenant_id')
    .where('business_id', '=', businessId)
    .where('tenant_id', '=', tenantId)
    .where('facts_read_at', '<=', new Date(now.getTime() - DAY_MS))
    .executeTakeFirst()
  return row !== undefined
}
