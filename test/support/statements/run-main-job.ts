import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seedBusinesses, type SeededBusiness } from '../../../bench/rig/goodword-command.ts'
import { startProduct, startRig, type Rig } from '../../../bench/rig/rig.ts'
import { GATEWAY_TOKEN } from '../../../bench/rig/settings.ts'
import { openXeroWebhooks } from '../../../bench/rig/xero-webhooks.ts'
import { invoiceId, phoneOf } from '../../../bench/upstream/made-up-books.ts'
import { twilioSignature } from '../../../sandbox/twilio/model/signature.ts'
import { webhookBody, webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { waitForQuiet } from '../../drill/wait-for-quiet.ts'
import { readRan, tellOfRows, type Ran } from './ran-statements.ts'

const EVENTS = 10
const PATIENCE_MS = 60_000

/**
 * The whole main job as in production, api and worker as processes of their own, for three businesses whose events
 * come at the same moments: webhook to report, a gateway in trouble, a sweep, visits, a STOP, what the clock begins.
 */
export const runMainJob = async (rig: Rig, file: string): Promise<Ran[]> => {
  const businesses = await seedBusinesses(rig.settings, { businesses: 3, fundsCents: 100_000 })
  await tellOfRows(rig.pool)
  await leaveOutOtherJobs(rig)
  await startProduct(rig)
  await rig.upstream.switchCallbacks(true)

  await payAll(rig, businesses, 1)
  await rig.upstream.waitForTexts(businesses.length * EVENTS, PATIENCE_MS)
  // What the gateway refuses for now is tried again, and what it does not answer is looked for.
  await rig.upstream.setFaults({ tooMany: 0.3, serverError: 0.5, silent: 1, seed: 1 })
  await payAll(rig, businesses, 1_001)
  await attemptsBegun(rig, businesses.length * EVENTS * 2)
  // Begun is not answered: faults that end before an answer came would leave nothing to look for.
  await until(rig, `select exists (select from send_attempts where state = 'unknown') as is`)
  await rig.upstream.setFaults({})
  await findBySweep(rig, businesses)
  await visitAndStop(rig)
  // What came while no worker ran is all found by the next one's first look.
  await rig.worker.stop()
  await payAll(rig, businesses, 2_001)
  await rig.worker.start()
  await attemptsBegun(rig, businesses.length * EVENTS * 3)
  await askByTheClock(rig)
  const { open } = await waitForQuiet(rig, { sendersDiedAt: new Date(0), patienceMs: PATIENCE_MS })
  if (open.length > 0) throw new Error(open.join('; '))
  return readRan(file)
}

export const startRecordedRig = (folder: string): Promise<{ rig: Rig; file: string }> => {
  const file = join(folder, 'statements.jsonl')
  return startRig({
    postgresSettings: { fsync: 'off' },
    settings: { RECORDED_STATEMENTS: file },
    programs: { api: 'server/api.ts', worker: 'server/worker.ts' },
    nodeFlags: ['--import', join(import.meta.dirname, 'record-queries.ts')],
  }).then((rig) => ({ rig, file }))
}

const JOBS = ['sweep-due', 'sweep-organisation', 'poll-unconfirmed', 'poll-inbound', 'expire-waiting']

/** Mails, charges and the like are not of the main job; whether their minute comes during the run is chance. */
const leaveOutOtherJobs = ({ pool }: Rig): Promise<unknown> =>
  pool.query(`
    create function leave_out() returns trigger language plpgsql as $$
    begin
      return case when exists (select from graphile_worker._private_tasks t where t.id = new.task_id
                               and t.identifier in (${JOBS.map((job) => `'${job}'`).join(', ')})) then new end;
    end $$;
    create trigger leave_out before insert on graphile_worker._private_jobs for each row execute function leave_out()`)

/** Each event in a webhook of its own, at once, and one webhook with an event of each business. */
const payAll = async (rig: Rig, businesses: SeededBusiness[], first: number): Promise<void> => {
  const webhooks = openXeroWebhooks(rig.port)
  const paid = businesses.flatMap(({ tenantId }, at) =>
    Array.from({ length: EVENTS }, (_, index) => ({ tenantId, count: first + at * EVENTS + index })),
  )
  const together = paid.filter((_, index) => index % EVENTS === 0)
  const events = together.map(({ tenantId, count }) =>
    webhookEvent({ tenantId, invoiceId: invoiceId(count) }, new Date()),
  )
  await Promise.all([
    webhooks.sendBody(JSON.stringify(webhookBody(events, 1))),
    ...paid
      .filter((one) => !together.includes(one))
      .map(({ tenantId, count }) => webhooks.sendUntilTaken(tenantId, [count])),
  ])
  webhooks.close()
}

const attemptsBegun = (rig: Rig, wanted: number): Promise<void> =>
  until(rig, `select count(*) >= ${wanted} as is from send_attempts`)

const until = async ({ pool }: Rig, question: string): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    if ((await pool.query<{ is: boolean }>(question)).rows[0]!.is) return
    await pause(50)
  }
  throw new Error(`It never came true: ${question}`)
}

/** Paid in Xero, and no webhook comes. */
const findBySweep = async (rig: Rig, businesses: SeededBusiness[]): Promise<void> => {
  for (const [at, { tenantId }] of businesses.entries())
    await rig.upstream.pay(tenantId, [invoiceId(5_001 + at)])
  await rig.pool.query(`update organisations set swept_at = null; select enqueue_job('sweep-due', '{}')`)
  await until(rig, `select count(*) = ${businesses.length} as is from decisions where found_by = 'sweep'`)
}

/** Two customers open their links, and one of them has enough of it. */
const visitAndStop = async (rig: Rig): Promise<void> => {
  const { PUBLIC_URL, TWILIO_ACCOUNT_SID, TWILIO_FROM } = rig.settings as Record<string, string>
  const { rows } = await rig.pool.query<{ token: string }>(
    `select distinct on (business_id) link_token as token from review_requests where sent_at is not null`,
  )
  for (const { token } of rows) await fetch(`${PUBLIC_URL}/r/${token}`, { redirect: 'manual' })
  const url = `${PUBLIC_URL}/webhooks/twilio/inbound`
  const form = {
    AccountSid: TWILIO_ACCOUNT_SID!,
    MessageSid: `SM${'5'.repeat(32)}`,
    From: phoneOf(1),
    To: TWILIO_FROM!,
    Body: 'STOP',
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(GATEWAY_TOKEN, url, form) },
    body: new URLSearchParams(form),
  })
  if (!answer.ok) throw new Error(`The door of replies answered ${answer.status}.`)
}

/** A few texts of each business were sent over an hour ago, and no report came. */
const askByTheClock = async (rig: Rig): Promise<void> => {
  await rig.pool.query(
    `update review_requests r set state = 'sent', delivered_at = null, sent_at = now() - interval '2 hours'
     from (select business_id, id, row_number() over (partition by business_id order by id) as nth
           from review_requests where state = 'delivered') old
     where r.business_id = old.business_id and r.id = old.id and old.nth <= 2`,
  )
  const jobs = ['poll-unconfirmed', 'expire-waiting', 'poll-inbound']
  for (const job of jobs) await rig.pool.query('select enqueue_job($1, $2::json)', [job, '{}'])
  await until(
    rig,
    `select not exists (select from review_requests where sent_at < now() - interval '1 hour' and asked_at is null)
       and not exists (
         select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier in (${jobs.map((job) => `'${job}'`).join(', ')})) as is`,
  )
}
