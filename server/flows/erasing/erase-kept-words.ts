import { sql } from 'kysely'
import type { Db, SystemTrx, Trx } from '../../database/database.ts'
import type { Whom } from './whom.ts'

/** Fewer letters or digits are found in what is about others. */
const SHORTEST = 5

/**
 * What names a person outside of rows of their own: answers that are kept so that a repeated call gets the same one,
 * and the number of a test text whose answer was lost. Returns the numbers that the person had.
 */
export const eraseKeptWords = async (trx: Trx, whom: Whom, requestIds: string[]): Promise<string[]> => {
  const ofContact =
    'contact' in whom
      ? sql`union
            select distinct contact_name, false from invoices
            where business_id = ${whom.businessId} and tenant_id = ${whom.contact.tenantId}
              and contact_id = ${whom.contact.contactId} and length(contact_name) >= ${SHORTEST}`
      : sql``
  const { rows } = await sql<{ words: string; isPhone: boolean }>`
    select distinct words, words = r.customer_phone as "isPhone"
    from review_requests r, unnest(array[r.customer_name, r.customer_phone, r.customer_email]) as words
    where r.id = any(${requestIds}::uuid[]) and length(words) >= ${SHORTEST}
    ${ofContact}`.execute(trx)
  const given = 'phone' in whom ? [whom.phone] : []
  const phones = [...new Set([...rows.flatMap((row) => (row.isPhone ? [row.words] : [])), ...given])]
  const words = [...new Set([...rows.map((row) => row.words), ...phones])]
  if (words.length === 0) return phones
  const patterns = words.map(pattern)
  await sql`
    delete from acts
    where (${whom.businessId}::uuid is null or business_id = ${whom.businessId}::uuid)
      and answer::text like any(${patterns}::text[])`.execute(trx)
  await sql`
    update test_texts set phone = null
    where (${whom.businessId}::uuid is null or business_id = ${whom.businessId}::uuid)
      and phone = any(${words}::text[]) and state in ('accepted', 'rejected', 'absent')`.execute(trx)
  return phones
}

/**
 * Messages of the gateway that could not be recorded at first, and were later: they are of no business. What is not
 * recorded yet stays, because it may be a STOP.
 */
export const eraseMessages = async (db: Db | SystemTrx, phones: string[]): Promise<void> => {
  if (phones.length === 0) return
  await sql`
    delete from twilio_messages
    where handled_at is not null and content like any(${phones.map(pattern)}::text[])`.execute(db)
}

/** Words as they stand between the quotes of a JSON document. */
const pattern = (words: string): string =>
  `%${JSON.stringify(words)
    .slice(1, -1)
    .replace(/[\\%_]/g, String.raw`\$&`)}%`
