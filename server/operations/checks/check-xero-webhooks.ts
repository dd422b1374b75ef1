import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { IS_SILENT } from '../../platform/metrics/departed.ts'
import { ago, isAre, notChecked, ok, wrong, type Check } from './check.ts'

const NAME = 'Xero webhooks'
const ASK = 'see in Xero’s developer portal'
const WHETHER_KEY = 'whether XERO_WEBHOOK_KEY is the key of the webhook there'

/** Whether Xero’s calls arrive and bear our key’s signature, and whether payments were found that none reported. */
export const checkXeroWebhooks = async (db: Db): Promise<Check> => {
  const { last, ...calls } = await readCalls(db)
  if (calls.ours > 0) return wrong(NAME, `${wordsOf(calls)}: ${ASK} ${WHETHER_KEY}`)
  const isRecent = last !== null && Date.now() - last.getTime() < 86_400_000
  const missed = isRecent ? 0 : await countMissed(db)
  if (missed > 0)
    return wrong(
      NAME,
      `none in a day, and the sweep found ${isAre(missed, 'payment', 'payments')} that none reported: ` +
        `${ASK} whether the webhook is disabled, and ${WHETHER_KEY}`,
    )
  if (calls.refused > 0 && calls.taken === 0)
    return notChecked(
      NAME,
      `${isAre(calls.refused, 'call was', 'calls were')} refused for a wrong signature since the api was started, not known ` +
        `to be for an organisation of ours, and none was taken: a stranger’s, or Xero’s test of the webhook; ${ASK} ${WHETHER_KEY}`,
    )
  return ok(NAME, last ? `the last came ${ago(last)}` : 'none ever came, and none was missed')
}

type Calls = {
  /** Refused although they name an organisation of ours, each since its api last took one. */
  ours: number
  refusing: number
  apis: number
  refused: number
  taken: number
}

const wordsOf = ({ ours, refusing, apis }: Calls): string =>
  `${isAre(ours, 'call', 'calls')} for organisations of ours ${ours === 1 ? 'was' : 'were'} refused for a wrong signature by ` +
  `${apis === 1 ? 'the api' : `${refusing} of ${apis} apis`}, which ${refusing === 1 ? 'has' : 'have'} taken none since`

/** Counted by those that run, each by itself: it has had one key since its start. */
const readCalls = async (db: Db): Promise<Calls & { last: Date | null }> => {
  const { rows } = await sql<Calls & { last: Date | null }>`
    with readings as (
      select id, m ->> 'name' as name, v -> 'labels' ->> 'door' as door, v -> 'labels' ->> 'answer' as answer,
             (v ->> 'value')::float8 as count
      from processes, jsonb_array_elements(metrics) m, jsonb_array_elements(m -> 'values') v
      where kind = 'api' and departed_at is null and not ${IS_SILENT}),
    apis as (
      select coalesce(sum(count) filter (where name = 'goodword_xero_refused_calls'), 0) as ours,
             coalesce(sum(count) filter (where door = 'xero' and answer = '401'), 0) as refused,
             -- One that could not be stored was known to be Xero's.
             coalesce(sum(count) filter (where door = 'xero' and answer <> '401'), 0) as taken
      from readings group by id)
    select greatest((select max(received_at) from xero_events where event_type not in ('SWEEP', 'FREED')),
                    (select max(last_event_at) from organisations)) as last,
           coalesce(sum(ours), 0) as ours, count(*) filter (where ours > 0) as refusing, count(*) as apis,
           coalesce(sum(refused), 0) as refused, coalesce(sum(taken), 0) as taken
    from apis`.execute(db)
  return rows[0]!
}

const countMissed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ missed: number }>`
    select count(*) as missed from decisions
    where decided_at > now() - interval '1 day' and found_by = 'sweep'
      and reason is distinct from 'paid_before_go_live'`.execute(db)
  return rows[0]!.missed
}
