import type { Db } from '../../server/database/database.ts'
import type { Call } from './signed-in.ts'

type Texts = { sandbox: { twilio: { sent: (to?: string) => { body: string }[] } } }

/** The code in the last text to this phone, in E.164. */
export const codeOn = ({ sandbox }: Texts, phone: string): string => {
  const body = sandbox.twilio.sent(phone).at(-1)?.body ?? ''
  const [code] = /^\d{6}\b/.exec(body) ?? []
  if (code === undefined) throw new Error(`The last text to ${phone} has no code: "${body}".`)
  return code
}

/** As an owner does: asks for a code, reads it on the phone, and types it in. */
export const confirmByCode = async (product: Texts, call: Call, phone: string): Promise<void> => {
  const asked = await call('POST', '/api/sms/test-codes', { phone })
  if (asked.status !== 200) throw new Error(`No code was texted: ${JSON.stringify(asked.body)}`)
  const typed = { phone, code: codeOn(product, String(asked.body['phone'])) }
  const confirmed = await call('POST', '/api/sms/test-numbers', typed)
  if (confirmed.status !== 200) throw new Error(`The code was refused: ${JSON.stringify(confirmed.body)}`)
}

/** A number that was confirmed earlier. */
export const plantTestNumber = async (
  { db, parts }: { db: Db; parts: { hashPhone: (phone: string) => Buffer } },
  { businessId, userId }: { businessId: string; userId: string },
  phone: string,
): Promise<void> => {
  await db
    .insertInto('test_numbers')
    .values({
      business_id: businessId,
      user_id: userId,
      phone_hash: parts.hashPhone(phone),
      confirmed_at: new Date(),
    })
    .execute()
}
