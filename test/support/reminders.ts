import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

type Wanted = { linkToken?: string; hoursLater?: number }

/** A reminder by text that was delivered, as planning writes it: the first text's row again, without an invoice. */
export const addReminder = async (
  db: Db,
  firstText: string,
  { linkToken = crypto.randomUUID(), hoursLater = 0 }: Wanted = {},
): Promise<void> => {
  const moment = sql`coalesce(sent_at, now()) + make_interval(hours => ${hoursLater})`
  await sql`
    insert into review_requests (business_id, tenant_id, reminder_of, state, phone_hash, phone_country, link_token,
                                 correlation_id, scheduled_at, due_at, checked_at, sent_at)
    select business_id, tenant_id, id, 'delivered', phone_hash, phone_country, ${linkToken}, 'test',
           ${moment}, ${moment}, ${moment}, ${moment}
    from review_requests where id = ${firstText}`.execute(db)
}
