import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { readReminderSetting } from '../reminder-settings.ts'
import { remindsAt } from '../reminder-rules.ts'
import { addressHashes } from './hash-address.ts'
import { MAIL_MOVES } from './mail-life.ts'

/** Without a mail server no reminder goes by e-mail. */
export type MailDeps = { mail: { isOn: boolean } }

export type PlanDeps = MailDeps & {
  hashPhone: (words: string) => Buffer
  now: Date
}

/**
 * Plans the mail of each of these first texts that has an address and none planned before, due on the day that the
 * owner chose even where that is past: what was due before the fence was raised never goes. Returns the ids of those.
 */
export const planReminderMails = async (
  trx: TenantTrx,
  businessId: string,
  wanted: { requestId: string }[],
  { mail, hashPhone, now }: PlanDeps,
): Promise<string[]> => {
  const setting = await readReminderSetting(trx, businessId)
  if (!mail.isOn || !setting?.isOn || setting.channel !== 'email' || wanted.length === 0) return []
  const ids = wanted.map(({ requestId }) => requestId)
  const { rows } = await sql<{ id: string; sentAt: Date; email: string }>`
    select id, sent_at as "sentAt", customer_email as email
    from review_requests
    where business_id = ${businessId} and id = any(${ids}::uuid[]) and reminder_of is null and sent_at is not null
      and customer_email like '%_@_%'`.execute(trx)
  const hashAddress = addressHashes(hashPhone)
  const planned: string[] = []
  for (const { id, sentAt, email } of rows) {
    const { numAffectedRows } = await sql`
      insert into reminder_mails (business_id, request_id, state, state_at, customer_email, address_hash, planned_at, due_at)
      values (${businessId}, ${id}, ${MAIL_MOVES.plan.to}, ${now}, ${email}, ${hashAddress(email)}, ${now},
              ${remindsAt(sentAt, setting)})
      on conflict do nothing`.execute(trx)
    if (numAffectedRows) planned.push(id)
  }
  return planned
}
