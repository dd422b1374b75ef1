import { sql, type RawBuilder } from 'kysely'
import { WORDING_OF_R } from '../../experiments/experiment-queries.ts'

/** The message that a text `r` is to have instead of its business's: a reminder's, or its side's in a comparison. */
export const WORDS_OF_R: RawBuilder<string | null> = sql`
  case when r.reminder_of is null then ${WORDING_OF_R}
       else (select s.template from reminder_settings s where s.business_id = r.business_id) end`
