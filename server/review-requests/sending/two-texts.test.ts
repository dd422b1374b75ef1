import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf } from '../../../test/support/trader.ts'
import type { StatusCallback } from '../../integrations/twilio/twilio-types.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { applyStatuses } from './apply-statuses.ts'

/** A first attempt was given up as absent, a second one followed, and then both of their texts are reported on. */

const product = useProduct()

type Status = 'sent' | 'delivered' | 'undelivered'
type Event = { text: 'first' | 'second'; status: Status } | 'look'
type Start = 'accepted' | 'unknown' | 'sending' | 'retry'

const begin = async (start: Start) => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  const { twilio } = product.parts
  const { send } = twilio
  if (start === 'unknown') product.sandbox.faults.ask({ twilio5xxAfterAccept: { count: 1 } })
  if (start === 'retry') product.sandbox.faults.ask({ twilio429: { count: 1 } })
  // A worker that was killed after the gateway took the text.
  if (start === 'sending')
    twilio.send = async (sms) => {
      await send(sms)
      throw new Error('killed')
    }
  await trader.send().catch(() => undefined)
  twilio.send = send
  const { id, customer_phone: phone } = await trader.request(invoice)
  const { rows } = await sql<{ id: string }>`
    update send_attempts set number = 2 where request_id = ${id} returning id`.execute(product.db)
  const first = crypto.randomUUID()
  await sql`
    insert into send_attempts (business_id, id, request_id, number, state, phone, price_cents, settled_at)
    values (${trader.businessId}, ${first}, ${id}, 1, 'absent', ${phone}, 9, now())`.execute(product.db)
  await sql`update review_requests set attempts = 2 where id = ${id}`.execute(product.db)
  const taken = product.sandbox.twilio.sent().find(({ to }) => to === phone)
  return {
    first: { attemptId: first, messageSid: `SM${first}` },
    second: { attemptId: rows[0]!.id, messageSid: taken?.sid ?? `SM${rows[0]!.id}` },
    state: async () => (await trader.request(invoice)).state,
  }
}

/** What the owner must read in the end, whatever came when. */
const expected = (start: Start, events: Event[]): string => {
  const reports = events.flatMap((event) => (event === 'look' ? [] : [event]))
  const fates = ['first', 'second'].flatMap((text) => {
    const said = reports.filter((report) => report.text === text).map(({ status }) => status)
    const isTaken =
      text === 'second' && (start === 'accepted' || (start === 'unknown' && events.includes('look')))
    if (said.length === 0 && !isTaken) return []
    return [said.find((status) => status !== 'sent') ?? 'sent']
  })
  if (fates.length === 0) return start === 'retry' ? 'sending' : start
  if (fates.includes('delivered')) return 'delivered'
  return fates.includes('sent') ? 'sent' : 'failed'
}

const end = fc.constantFrom<Status[]>(
  [],
  ['sent'],
  ['delivered'],
  ['undelivered'],
  ['sent', 'delivered'],
  ['sent', 'undelivered'],
)
const story = fc
  .tuple(fc.constantFrom<Start>('accepted', 'unknown', 'sending', 'retry'), end, end, fc.boolean())
  .chain(([start, first, second, looks]) => {
    const events: Event[] = [
      ...first.map((status) => ({ text: 'first' as const, status })),
      ...second.map((status) => ({ text: 'second' as const, status })),
      ...(looks && start === 'unknown' ? ['look' as const] : []),
    ]
    const again = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })
    return fc.record({ start: fc.constant(start), events: again, together: fc.boolean() })
  })

test('whatever order the reports on two texts of one request come in, none hides one that arrived', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ start, events, together }) => {
      const { first, second, state } = await begin(start)
      const callbackOf = (event: Exclude<Event, 'look'>) => ({
        ...(event.text === 'first' ? first : second),
        status: event.status,
        errorCode: event.status === 'undelivered' ? '30003' : undefined,
      })
      const { db, product: metrics } = product.parts
      const apply = (callbacks: StatusCallback[]) => applyStatuses({ db, ...metrics }, callbacks)
      const reports = events.flatMap((event) => (event === 'look' ? [] : [callbackOf(event)]))
      if (together && !events.includes('look')) await apply(reports)
      else
        for (const event of events) {
          if (event !== 'look') await apply([callbackOf(event)])
          else {
            product.later(MINUTE_MS)
            await product.work('look:texts')
          }
        }
      expect(await state()).toBe(expected(start, events))
    }),
    { numRuns: 150 },
  )
}, 300_000)

test.each<[Status, string]>([
  ['delivered', 'delivered'],
  ['undelivered', 'failed'],
])(
  'a report (%s) that names the first attempt, of a text that the second was found to be, counts',
  async (status, state) => {
    const begun = await begin('accepted')
    const { db, product: metrics } = product.parts
    const report = {
      attemptId: begun.first.attemptId,
      messageSid: begun.second.messageSid,
      status,
      errorCode: undefined,
    }
    await applyStatuses({ db, ...metrics }, [report])
    expect(await begun.state()).toBe(state)
  },
)
