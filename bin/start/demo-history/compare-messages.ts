import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantTrx } from '../../../server/database/database.ts'
import { DAY_MS } from '../../../server/platform/dates.ts'

const WEEKS = 4
/** As short as the one that the demo has. */
const OTHER =
  'Hi {firstName}, thanks for choosing {businessName}! Could you tell others how it went? {reviewLink}'

/**
 * Half of the demo's first customers got another message. That comparison is over and waits for its day, so that the
 * message can be changed and another comparison begun.
 */
export const compareMessages = async (
  trx: TenantTrx,
  { businessId, liveSince }: { businessId: string; liveSince: Date },
): Promise<void> => {
  await sql`
    insert into experiments (business_id, kind, seed, percent_b, wording_a, wording_b, registered_at, ends_at)
    select id, 'wordings', ${randomBytes(16)}, 50, template, ${OTHER}, ${liveSince}::timestamptz,
           ${new Date(liveSince.getTime() + WEEKS * 7 * DAY_MS)}
    from businesses where id = ${businessId}`.execute(trx)
}
