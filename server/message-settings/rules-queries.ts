import { sql } from 'kysely'
import type { ReviewRules, ReviewRulesRequest, XeroLabel } from '../../contracts/shared/review-rules.ts'
import type { TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { centsToDecimal } from '../platform/money.ts'
import { versionOf } from '../businesses/settings-version.ts'
import { distinctWords } from './settings-queries.ts'

type Saved = { smallestCents: number | null; leavesOutDeposits: boolean; invoiceWords: string[] }

export const findRules = async (trx: TenantTrx, businessId: string): Promise<ReviewRules> => {
  const { rows } = await sql<Saved & { currency: string }>`
    select smallest_cents as "smallestCents", leaves_out_deposits as "leavesOutDeposits",
           invoice_words as "invoiceWords",
           coalesce((
             select o.currency from organisations o
             where o.business_id = businesses.id and o.currency is not null and o.state <> 'disconnected'
             order by o.connected_at limit 1), currency) as currency
    from businesses where id = ${businessId}`.execute(trx)
  const { smallestCents, currency, ...saved } = rows[0]!
  const labels = await findLabels(trx, businessId)
  return {
    ...saved,
    smallestAmount: smallestCents === null ? null : centsToDecimal(smallestCents),
    labels,
    currency,
    version: versionOf({ smallestCents, ...saved, labels: labels.map(({ id }) => id) }),
  }
}

/** Throws Refusal 404 for a label of an organisation that is not, and never was, this business's own. */
export const saveRules = async (
  trx: TenantTrx,
  businessId: string,
  { smallestAmount, leavesOutDeposits, invoiceWords, labels }: ReviewRulesRequest,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('businesses')
    .set({
      smallest_cents: smallestAmount === null ? null : Math.round(smallestAmount * 100),
      leaves_out_deposits: leavesOutDeposits,
      invoice_words: distinctWords(invoiceWords),
    })
    .where('id', '=', businessId)
    .execute()
  await saveLabels(trx, businessId, labels, now)
}

const findLabels = async (trx: TenantTrx, businessId: string): Promise<XeroLabel[]> => {
  const { rows } = await sql<XeroLabel>`
    select kind, tenant_id as "tenantId", label_id as id, name
    from excluded_labels where business_id = ${businessId}
    order by kind, name, label_id`.execute(trx)
  return rows
}

const saveLabels = async (
  trx: TenantTrx,
  businessId: string,
  labels: XeroLabel[],
  now: Date,
): Promise<void> => {
  const wanted = JSON.stringify(labels)
  const { rows: strange } = await sql`
    select from jsonb_to_recordset(${wanted}::jsonb) as l ("tenantId" uuid)
    where not exists (
      select from organisations o where o.business_id = ${businessId} and o.tenant_id = l."tenantId")
    limit 1`.execute(trx)
  if (strange.length > 0)
    throw new Refusal('not-found', 404, 'There is no such organisation for a group that is left out.')
  await sql`
    delete from excluded_labels e
    where e.business_id = ${businessId} and not exists (
      select from jsonb_to_recordset(${wanted}::jsonb) as l (kind text, "tenantId" uuid, id uuid)
      where l.kind = e.kind and l."tenantId" = e.tenant_id and l.id = e.label_id)`.execute(trx)
  await sql`
    insert into excluded_labels (business_id, tenant_id, kind, label_id, name, excluded_at)
    select distinct on (kind, "tenantId", id) ${businessId}::uuid, "tenantId", kind, id, name, ${now}::timestamptz
    from jsonb_to_recordset(${wanted}::jsonb) as l (kind text, "tenantId" uuid, id uuid, name text)
    on conflict (business_id, tenant_id, kind, label_id) do update set name = excluded.name`.execute(trx)
}
