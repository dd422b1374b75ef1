import { sql } from 'kysely'
import { asBusiness } from '../../server/database/database.ts'
import { createMail } from '../../server/integrations/mail/mail.ts'
import { DAY_MS } from '../../server/platform/dates.ts'
import { planReminderMails } from '../../server/review-requests/reminding/mails/plan-mails.ts'
import {
  sendReminderMails,
  type MailsDeps,
} from '../../server/review-requests/reminding/mails/send-reminder-mails.ts'
import { DEFAULT_REMINDER } from '../../server/review-requests/reminding/reminder-words-rules.ts'
import type { Product } from './product.ts'
import { createTrader } from './trader.ts'

export type Reminded = Awaited<ReturnType<typeof createReminded>>

let customers = 0

/** A customer who was texted seven days ago, whose owner wants reminders by e-mail, and whose mail is planned. */
export const createReminded = async (
  product: Product,
  { smtpUrl, isPlanned = true }: { smtpUrl?: string | undefined; isPlanned?: boolean } = {},
) => {
  const { db, parts } = product
  const trader = await createTrader(product)
  const { businessId } = trader
  customers += 1
  const email = `sam${customers}@customer.test`
  const paid = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  const request = await trader.request(paid)
  await sql`
    update review_requests set state = 'delivered', sent_at = ${product.now()}, customer_email = ${email} where id = ${request.id}`.execute(
    db,
  )
  const values = { after_days: 7, channel: 'email' as const, template: DEFAULT_REMINDER, is_on: true }
  await asBusiness(db, businessId, (trx) =>
    trx
      .insertInto('reminder_settings')
      .values({ ...values, business_id: businessId, updated_at: product.now() })
      .execute(),
  )
  const mailBy = (url: string | undefined) =>
    createMail({ smtpUrl: url, from: 'Goodword <no-reply@goodword.test>' })
  const mail = mailBy(smtpUrl ?? `smtp://127.0.0.1:${product.sandbox.smtpPort}`)
  const plan = (isOn = true, requestId = request.id) =>
    asBusiness(db, businessId, (trx) =>
      planReminderMails(trx, businessId, [{ requestId }], {
        mail: { isOn },
        hashPhone: parts.hashPhone,
        now: product.now(),
      }),
    )
  const send = (instead: Partial<MailsDeps> = {}) =>
    sendReminderMails({ ...parts, mail, refuseMail: async () => undefined, ...instead })
  product.later(7 * DAY_MS)
  if (isPlanned) await plan()
  return {
    trader,
    businessId,
    request,
    email,
    plan,
    send,
    mailBy,
    mails: () => product.sandbox.mails().filter(({ to }) => to.includes(email)),
    row: async () => {
      const { rows } = await sql<{
        state: string
        reason: string | null
        email: string | null
        due_at: Date
      }>`
        select state, state_reason as reason, customer_email as email, due_at
        from reminder_mails where business_id = ${businessId}`.execute(db)
      return rows[0]
    },
    became: async () => {
      const { rows } = await sql<{ state: string; reason: string | null }>`
        select state, state_reason as reason from reminder_mails where business_id = ${businessId}`.execute(
        db,
      )
      return rows[0] && [rows[0].state, rows[0].reason].filter(Boolean).join(': ')
    },
  }
}
