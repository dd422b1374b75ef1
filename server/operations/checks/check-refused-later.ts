import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { REFUSED_LATER_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

const NAME = 'refused later'

const TODO: Record<string, string> = {
  '30001': 'its queue was full: set paces, or take a sender that sends faster',
  '30002': 'the account is suspended: sign in at Twilio',
  '30022': 'the campaign sends more than it may: set paces, or raise its limit at Twilio',
  '30023': 'the brand has sent what it may in a day: set paces, or raise its limit at Twilio',
  '30032': 'verify the toll-free number at Twilio',
  '30034': 'register the number at Twilio for the United States (A2P 10DLC)',
}

/** Texts, and codes to test numbers, that Twilio took and did not send because of our account. */
export const checkRefusedLater = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ code: string; texts: number }>`
    select error_code as code, count(distinct message_sid)::integer as texts from sms_callbacks
    where received_at > now() - interval '1 day' and outcome = 'failed'
      and error_code = any(${REFUSED_LATER_CODES}::text[])
    group by 1 order by 1`.execute(db)
  if (rows.length === 0) return ok(NAME, 'no text of the last day was taken and then refused for our account')
  const texts = rows.reduce((sum, row) => sum + row.texts, 0)
  const codes = rows.map(({ code, texts: each }) => `${each} by ${code}: ${TODO[code] ?? ELSE}`)
  return wrong(
    NAME,
    `${isAre(texts, 'text of the last day was', 'texts of the last day were')} taken and then refused for our ` +
      `account (${codes.join('; ')})`,
  )
}

const ELSE = 'Twilio’s error log says why'
