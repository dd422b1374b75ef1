import { sql } from 'kysely'
import type { ExcludedContact, SmsSettings, SmsSettingsRequest } from '../../contracts/message-settings.ts'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import type { TenantTrx } from '../database/database.ts'
import { versionOf } from '../businesses/settings-version.ts'

const DEFAULTS = { sendingFrom: 480, sendingUntil: 1200, delayMinutes: 0, cooldownDays: 90 }

export const findSettings = async (trx: TenantTrx, businessId: string): Promise<SmsSettings> => {
  const { rows } = await sql<Omit<SmsSettings, 'version' | 'excludedContacts' | 'timeZone' | 'defaults'>>`
    select sending_from as "sendingFrom", sending_until as "sendingUntil", delay_minutes as "delayMinutes",
           ask_first_at as "askFirstAt", cooldown_days as "cooldownDays", pace_per_day as "textsPerDay",
           excluded_words as "excludedWords"
    from businesses where id = ${businessId}`.execute(trx)
  return {
    ...rows[0]!,
    version: versionOf(rows[0]!),
    excludedContacts: await findExcludedContacts(trx, businessId),
    timeZone: await findTimeZone(trx, businessId),
    defaults: DEFAULTS,
  }
}

export const saveSettings = async (
  trx: TenantTrx,
  businessId: string,
  settings: SmsSettingsRequest,
): Promise<void> => {
  const pace = settings.textsPerDay ? paceOf(settings.textsPerDay) : undefined
  await trx
    .updateTable('businesses')
    .set({
      sending_from: settings.sendingFrom,
      sending_until: settings.sendingUntil,
      delay_minutes: settings.delayMinutes,
      ...(settings.askFirstAt === undefined ? {} : { ask_first_at: settings.askFirstAt }),
      cooldown_days: settings.cooldownDays,
      ...(pace && { pace_per_day: pace.perDay, pace_per_hour: pace.perHour }),
      excluded_words: distinctWords(settings.excludedWords),
    })
    .where('id', '=', businessId)
    .execute()
}

/** Spread over a working day, a third of it is more than an even hour's share, and still no wave. */
export const paceOf = (textsPerDay: number): { perDay: number; perHour: number } => ({
  perDay: textsPerDay,
  perHour: Math.ceil(textsPerDay / 3),
})

export const distinctWords = (words: string[]): string[] => [
  ...new Map(words.map((word) => [word.toLowerCase(), word])).values(),
]

/** Their names are those on their latest invoices, or from when they were excluded. An erased customer has neither. */
const findExcludedContacts = async (trx: TenantTrx, businessId: string): Promise<ExcludedContact[]> => {
  const { rows } = await sql<Omit<ExcludedContact, 'excludedAt'> & { excludedAt: Date }>`
    select e.tenant_id as "tenantId", e.contact_id as "contactId", e.excluded_at as "excludedAt",
           coalesce((
             select i.contact_name from invoices i
             where i.business_id = e.business_id and i.tenant_id = e.tenant_id and i.contact_id = e.contact_id
               and i.contact_name ~ '[^[:space:]]'
             order by i.updated_at desc limit 1), e.name,
             case when e.erased_at is null then 'A customer without a name' else 'An erased customer' end) as name
    from excluded_contacts e
    where e.business_id = ${businessId}
    order by e.excluded_at desc, e.contact_id`.execute(trx)
  return rows.map((row) => ({ ...row, excludedAt: row.excludedAt.toISOString() }))
}

export type KnownContact = { tenantId: string; contactId: string; name: string }

/** The organisations in Xero that this business is connected to. */
export const findTenants = async (trx: TenantTrx, businessId: string): Promise<string[]> => {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from organisations
    where business_id = ${businessId} and state <> 'disconnected'
    order by connected_at`.execute(trx)
  return rows.map(({ tenantId }) => tenantId)
}

export const findKnownContacts = async (
  trx: TenantTrx,
  businessId: string,
  { term, most }: { term: string; most: number },
): Promise<KnownContact[]> => {
  const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<KnownContact>`
    select tenant_id as "tenantId", contact_id as "contactId", max(contact_name) as name
    from invoices
    where business_id = ${businessId} and contact_id is not null
      and lower(contact_name collate "pg_c_utf8") like ${pattern}
    group by tenant_id, contact_id
    order by name, contact_id
    limit ${most}`.execute(trx)
  return rows
}

/** Whom the owner excluded herself, besides this one: that an erased customer is on the list is not her doing. */
export const countOthersExcluded = async (
  trx: TenantTrx,
  businessId: string,
  contactId: string,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from excluded_contacts
    where business_id = ${businessId} and contact_id <> ${contactId} and erased_at is null`.execute(trx)
  return rows[0]!.count
}

/** False where the organisation is not, and never was, this business's own. */
export const excludeContact = async (
  trx: TenantTrx,
  businessId: string,
  { tenantId, contactId, name, now }: KnownContact & { now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    select from organisations where business_id = ${businessId} and tenant_id = ${tenantId}`.execute(trx)
  if (rows.length === 0) return false
  await trx
    .insertInto('excluded_contacts')
    .values({ business_id: businessId, tenant_id: tenantId, contact_id: contactId, name, excluded_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}
