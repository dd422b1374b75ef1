import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../database/database.ts'
import { ACCOUNT_CODES } from '../../integrations/twilio/twilio-codes-rules.ts'
import { isTriedForADay } from '../../platform/postgres/work/inbox.ts'
import { countLivingWorkers } from '../../platform/postgres/work/workers.ts'
import { listStuck } from '../../review-requests/sending/unknown/stuck-attempts.ts'
import { ago, isAre, ok, wrong, type Check } from './check.ts'
import { checkRecovery } from './check-recovery.ts'
import { checkPartitions } from './check-partitions.ts'
import { checkRefusedLater } from './check-refused-later.ts'
import { checkErasures } from './check-erasures.ts'
import { checkXeroWebhooks } from './check-xero-webhooks.ts'
import { EVENTS_TO_ANSWER, TEXTS_TO_SEND, WAITS_SINCE } from '../due-work.ts'
import { deadByDoor } from '../inbox.ts'
import { checkRetention } from '../retention-run.ts'

/** Checks that a worker runs, webhooks arrive, no work waits for long, and no job fails again and again. */
export const checkWork = (db: Db, owner: Pool): Promise<Check[]> =>
  Promise.all([
    checkWorker(db),
    checkXeroWebhooks(db),
    checkTwilioCallbacks(db),
    checkQueue(db),
    checkInbox(db),
    checkGateway(db),
    checkRefusedLater(db),
    checkStuck(db),
    checkRecovery(db),
    checkOrganisations(db),
    checkJobs(owner),
    checkForgotten(owner, CARDS),
    checkForgotten(owner, CUSTOMERS),
    checkRetention(db, new Date()),
    checkPartitions(db, new Date()),
    checkErasures(db, new Date()),
  ])

const checkWorker = async (db: Db): Promise<Check> => {
  const running = await countLivingWorkers(db)
  return running > 0
    ? ok('worker', `${isAre(running, 'is', 'are')} running`)
    : wrong(
        'worker',
        'none is running, nothing is sent: start goodword-worker, as `systemctl start` or compose does (or `npm start`)',
      )
}

const checkTwilioCallbacks = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ last: Date | null; silent: number; isReportedOn: boolean }>`
    with silent as materialized (
      select count(*) as count from review_requests where state = 'sent' and ${OF_THE_DAY('sent_at')})
    select (select max(received_at) from sms_callbacks) as last, count as silent,
           -- By the index of each business, until one is found: of a text that went, timeline_at is when it went.
           count > 0 and exists (
             select from businesses b cross join lateral (
               select from review_requests r
               where r.business_id = b.id and r.state not in ('sent', 'cancelled', 'expired')
                 and r.sent_at is not null and ${OF_THE_DAY('timeline_at')} limit 1) of_business) as "isReportedOn"
    from silent`.execute(db)
  const { last, silent, isReportedOn } = rows[0]!
  if (silent > 0 && !isReportedOn)
    return wrong(
      'Twilio callbacks',
      `none of the day’s ${isAre(silent, 'text was', 'texts was')} reported on: ` +
        'can Twilio reach PUBLIC_URL/webhooks/twilio/status, and is TWILIO_AUTH_TOKEN this account’s?',
    )
  return ok('Twilio callbacks', last ? `the last came ${ago(last)}` : 'none is on record, and none is due')
}

const OF_THE_DAY = (column: string) =>
  sql`${sql.ref(column)} between now() - interval '1 day' and now() - interval '1 hour'`

const checkQueue = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ events: number; stuck: number; requests: number; late: number }>`
    select (select count(*) from xero_events where handled_at is null and dead_at is null) as events,
           (select count(*) from ${EVENTS_TO_ANSWER}
            and ${WAITS_SINCE} < now() - interval '10 minutes') as stuck,
           (select count(*) from review_requests
            where state in ('scheduled', 'waiting_for_funds')) as requests,
           (select count(*) from ${TEXTS_TO_SEND} and r.due_at < now() - interval '10 minutes') as late`.execute(
    db,
  )
  const { events, stuck, requests, late } = rows[0]!
  const depth = `${isAre(events, 'event waits', 'events wait')} to be looked up, ${isAre(requests, 'text', 'texts')} to be sent`
  return stuck + late > 0
    ? wrong(
        'queue',
        `${depth}; ${stuck} and ${late} of them for more than 10 minutes: set right what else is wrong here; ` +
          'if nothing is, read the worker’s log for `failed`, and start the workers again, one after another',
      )
    : ok('queue', depth)
}

const checkInbox = async (db: Db): Promise<Check> => {
  const { rows: dead } = await deadByDoor.execute(db)
  const words = dead.map(({ label, value }) => `${label} × ${value}`).join(', ')
  const { rows: alone } = await sql<{ count: number }>`
    select count(*) from xero_events where handled_at is null and dead_at is null and ${isTriedForADay}`.execute(
    db,
  )
  const { count } = alone[0]!
  const faulty = isAre(
    count,
    'is asked every half hour: Xero has a fault with it',
    'are asked every half hour: Xero has a fault with each',
  )
  const rest = count > 0 ? `; ${faulty}` : ''
  return words
    ? wrong('inbox', `messages that could not be handled: ${words}: see \`goodword inbox list\`${rest}`)
    : ok('inbox', `no message is dead${rest}`)
}

const checkGateway = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ retry: number; unknown: number; refused: number; codes: string | null }>`
    select count(*) filter (where state = 'retry') as retry, count(*) filter (where state = 'unknown') as unknown,
           count(*) filter (where state = 'retry' and error_code = any(${ACCOUNT_CODES}::text[])) as refused,
           string_agg(distinct error_code, ', ')
             filter (where state = 'retry' and error_code = any(${ACCOUNT_CODES}::text[])) as codes
    from (select state, error_code from send_attempts where state = 'retry'
          union all
          -- Each has an index of its own, which holds few rows.
          select state, error_code from send_attempts where state = 'unknown') open`.execute(db)
  const { retry, unknown, refused, codes } = rows[0]!
  return refused > 0
    ? wrong(
        'gateway',
        `${isAre(refused, 'text waits', 'texts wait')} because Twilio refuses our account (${codes}): ` +
          'sign in at Twilio, and pay the account, renew the token, allow the country or register the sender',
      )
    : ok('gateway', `${retry} postponed, ${unknown} being looked for`)
}

const MOST_STUCK = 1000

const checkStuck = async (db: Db): Promise<Check> => {
  const { length } = await listStuck(db, MOST_STUCK)
  return length > 0
    ? wrong(
        'stuck texts',
        `${isAre(length, 'text waits', 'texts wait')} for you, neither found nor ruled out at Twilio: ` +
          '`goodword stuck list` names them',
      )
    : ok('stuck texts', 'none waits for you')
}

const checkOrganisations = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when a.state = 'needs_reconnect' then 'waiting for the owner to reconnect'
                when o.state = 'connected' and o.live_since is null then 'not live yet'
                else o.state end as state, count(*) as count
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.state <> 'disconnected'
    group by 1 order by 2 desc`.execute(db)
  const words = rows.map(({ state, count }) => `${count} ${state}`).join(', ')
  return ok('organisations', words || 'none is connected')
}

type TaskJobs = { task: string; failing: number; late: number; dead: number; ids: string }

/** What waits behind a job of its queue is not late; after four hours the queue itself takes its lock for lost. */
const checkJobs = async (owner: Pool): Promise<Check> => {
  const { rows } = await owner.query<TaskJobs>(
    `select t.identifier as task, count(*) filter (where (attempts >= 3 and last_error is not null or t.identifier = 'look-at-reversal' and j.payload -> 'dailySince' is not null)
                               and not is_dead) as failing,
            count(*) filter (where run_at < now() - interval '10 minutes' and j.locked_at is null and not is_dead
                               and (q.locked_at is null or q.locked_at < now() - interval '4 hours')) as late,
            count(*) filter (where is_dead) as dead, string_agg(j.id::text, ',') filter (where is_dead) as ids
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     cross join lateral (select j.attempts >= j.max_attempts and j.locked_at is null as is_dead) d
     group by 1 order by 1`,
  )
  const count = (of: 'failing' | 'late' | 'dead'): string =>
    rows.flatMap((row) => (row[of] > 0 ? [`${row.task} × ${row[of]}`] : [])).join(', ')
  const [failing, late, dead] = [count('failing'), count('late'), count('dead')]
  const ids = rows.flatMap((row) => row.ids ?? []).join(',')
  const faults = [
    ...(failing ? [`failing again and again: ${failing}: the worker’s log says why`] : []),
    ...(late ? [`no worker takes ${late}`] : []),
    ...(dead
      ? [
          `given up after the last try: ${dead}: once its cause is gone, try again with ` +
            `\`select graphile_worker.reschedule_jobs(array[${ids}], attempts := 0)\` in psql, ` +
            'or remove them with `graphile_worker.complete_jobs(array[…])`',
        ]
      : []),
  ]
  return faults.length > 0 ? wrong('jobs', faults.join('; ')) : ok('jobs', 'none fails, none is late')
}

type Forgotten = { name: string; task: string; key: string; one: string; many: string; which: string }

const CARDS: Forgotten = {
  name: 'forgotten cards',
  task: 'forget-card',
  key: 'cardId',
  one: 'card',
  many: 'cards',
  which: 'that an owner removed',
}

const CUSTOMERS: Forgotten = {
  name: 'Stripe customers',
  task: 'forget-customer',
  key: 'customerId',
  one: 'customer',
  many: 'customers',
  which: 'whose business is erased',
}

const checkForgotten = async (
  owner: Pool,
  { name, task, key, one, many, which }: Forgotten,
): Promise<Check> => {
  const { rows } = await owner.query<{ id: string }>(
    `select j.payload ->> $2 as id
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and (j.payload -> 'dailySince' is not null or j.attempts >= 3)
     order by 1`,
    [task, key],
  )
  return rows.length > 0
    ? wrong(
        name,
        `Stripe still has ${isAre(rows.length, one, many)} ${which}: delete there ` +
          rows.map(({ id }) => id).join(', '),
      )
    : ok(name, 'none is left at Stripe')
}
