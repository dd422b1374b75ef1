import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isOfMailbox, type MailPort } from '../../integrations/mail/mail.ts'
import { VendorFailure } from '../../platform/errors.ts'

export type TellDeps = { db: Db; mail: Pick<MailPort, 'isOn' | 'send'>; publicUrl: string }

/** Mails everyone who signs in for this business that it will be erased, and how to take that back. */
export const tellErasure = async ({ db, mail, publicUrl }: TellDeps, businessId: string): Promise<void> => {
  if (!mail.isOn) return
  const { rows } = await sql<{ name: string; business: string; email: string; erasesAt: Date }>`
    select u.name, b.name as business, u.email, e.erases_at as "erasesAt"
    from erasures e
    join businesses b on b.id = e.business_id
    join users u on u.business_id = b.id
    where e.business_id = ${businessId} and e.taken_back_at is null and e.began_at is null`.execute(db)
  for (const { name, business, email, erasesAt } of rows)
    await mail
      .send({
        to: email,
        subject: `${business} will be erased on ${dayInWords(erasesAt)}`,
        text: [
          `Hi ${name},`,
          '',
          `somebody who is signed in for ${business} asked us to erase it. Texts have stopped, and Xero is disconnected.`,
          `On ${dayInWords(erasesAt)} everything about it is erased: customers, texts, settings, and your account.`,
          'The record of payments stays, ours without names, and Stripe’s with its receipts, as the law asks.',
          '',
          `To keep it, sign in before then: ${publicUrl}/auth/reactivate?deactivated=true`,
          '',
        ].join('\n'),
      })
      .catch(unlessOfMailbox)
}

/** A mailbox that is none takes no mail at a later try either, and the others are told all the same. */
const unlessOfMailbox = (cause: unknown): void => {
  if (!(cause instanceof VendorFailure && isOfMailbox(cause))) throw cause
}

/** By the calendar of Greenwich: a day is said in good time, and the hour does not matter. */
const dayInWords = (at: Date): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone: 'UTC' }).format(at)
