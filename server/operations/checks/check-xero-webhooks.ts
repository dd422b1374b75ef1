import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { IS_SILENT } from '../../platform/metrics/departed.ts'
import { ago, isAre, notChecked, ok, wrong, type Check } from './check.ts'

const NAME = 'Xero webhooks'

/** Whether Xero’s calls arrive and bear our key’s signature, and whether payments were found that none reported. */
export const checkXeroWebhooks = async (db: Db): Promise<Check> => {
  const { last, refused, taken } = await readCalls(db)
  const isStrange = refused > 0 && taken === 0
  const isRecent = last !== null && Date.now() - last.getTime() < 86_400_000
  const missed = isRecent && !isStrange ? 0 : await countMissed(db)
  const found = `the sweep found ${isAre(missed, 'payment', 'payments')} that none reported`
  if (isStrange) {
    const calls = isAre(refused, 'call was', 'calls were')
    const words = `${calls} refused for a wrong signature since the api was started, and none was taken`
    const whether = 'whether XERO_WEBHOOK_KEY is the key of the webhook there'
    return missed > 0
      ? wrong(NAME, `${words}; ${found}: see in Xero’s developer portal ${whether}`)
      : notChecked(NAME, `${words}: a stranger made them, or see in Xero’s developer portal ${whether}`)
  }
  if (missed > 0)
    return wrong(
      NAME,
      `none in a day, and ${found}: see in Xero’s developer portal whether the webhook is disabled`,
    )
  return ok(NAME, last ? `the last came ${ago(last)}` : 'none ever came, and none was missed')
}

type Calls = { last: Date | null; refused: number; taken: number }

/** Counted by those that run alone: each has had one key since its start. */
const readCalls = async (db: Db): Promise<Calls> => {
  const { rows } = await sql<Calls>`
    with calls as (
      select v -> 'labels' ->> 'answer' as answer, (v ->> 'value')::float8 as count
      from processes, jsonb_array_elements(metrics) m, jsonb_array_elements(m -> 'values') v
      where kind = 'api' and departed_at is null and not ${IS_SILENT}
        and m ->> 'name' = 'goodword_webhooks_total' and v -> 'labels' ->> 'door' = 'xero')
    select greatest((select max(received_at) from xero_events where event_type not in ('SWEEP', 'FREED')),
                    (select max(last_event_at) from organisations)) as last,
           (select coalesce(sum(count), 0) from calls where answer = '401') as refused,
           -- One that could not be stored was known to be Xero's.
           (select coalesce(sum(count), 0) from calls where answer <> '401') as taken`.execute(db)
  return rows[0]!
}

const countMissed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ missed: number }>`
    select count(*) as missed from decisions
    where decided_at > now() - interval '1 day' and found_by = 'sweep'
      and reason is distinct from 'paid_before_go_live'`.execute(db)
  return rows[0]!.missed
}
