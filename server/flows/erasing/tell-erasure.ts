import { sql } from 'kysely'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { asBusiness, type Db } from '../../database/database.ts'
import { isOfMailbox, type MailPort } from '../../integrations/mail/mail.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { timeOfDay, zoneInWords } from '../../platform/moments-in-words-rules.ts'

export type TellDeps = { db: Db; mail: Pick<MailPort, 'isOn' | 'send'>; publicUrl: string }

/** Mails this person, or else everyone who signs in for the business, that it will be erased, and the way back. */
export const tellErasure = async (
  { db, mail, publicUrl }: TellDeps,
  { businessId, userId }: { businessId: string; userId?: string | undefined },
): Promise<void> => {
  if (!mail.isOn) return
  const { rows } = await sql<{ name: string; business: string; email: string; erasesAt: Date }>`
    select u.name, b.name as business, u.email, e.erases_at as "erasesAt"
    from erasures e
    join businesses b on b.id = e.business_id
    join users u on u.business_id = b.id
    where e.business_id = ${businessId} and u.id = coalesce(${userId ?? null}, u.id) and e.taken_back_at is null and e.began_at is null`.execute(
    db,
  )
  const timeZone = await asBusiness(db, businessId, (trx) => findTimeZone(trx, businessId))
  for (const { name, business, email, erasesAt } of rows)
    await mail
      .send({
        to: email,
        subject: `${business} will be erased on ${dayInWords(erasesAt, timeZone)}`,
        text: [
          `Hi ${name},`,
          '',
          `somebody who is signed in for ${business} asked us to erase it. Texts have stopped, and Xero is disconnected.`,
          `On ${dayInWords(erasesAt, timeZone)} at ${timeInWords(erasesAt, timeZone)} everything about it is erased: customers, texts, settings, and your account.`,
          'The record of payments stays, ours without names, and Stripe’s with its receipts, as the law asks.',
          '',
          `To keep it, sign in before then: ${publicUrl}/auth/reactivate?deactivated=true`,
          '',
        ].join('\n'),
      })
      .catch(unlessSettled)
}

/** A mailbox that is none takes no mail at a later try either, and what the server may have taken is not sent twice. */
const unlessSettled = (cause: unknown): void => {
  if (!(cause instanceof VendorFailure)) throw cause
  if (cause.kind !== 'outcome-unknown' && !isOfMailbox(cause)) throw cause
}

const dayInWords = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone }).format(at)

/** With the place of that clock: a screen names the day by the clock of its browser. */
const timeInWords = (at: Date, timeZone: string): string =>
  `${timeOfDay(at, timeZone)} ${zoneInWords(timeZone)}`
