import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../contracts/activity.ts'
import { addDecision } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo } from '../../test/support/signed-in.ts'
import { createTrader, type Customer, type Trader } from '../../test/support/trader.ts'
import { DAY_MS } from '../platform/dates.ts'

const ZONE = 'Pacific/Auckland'
const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.setOrganisation({ time_zone: ZONE })
  await trader.set({ cooldown_days: 90, sending_from: null, sending_until: null })
})

/** Why the last invoice of a customer in the cooldown was not texted. */
const restShown = async (): Promise<string> => {
  const { call } = await signInTo(product, trader.businessId)
  const { items } = (await call('GET', '/api/activity?reason=cooldown')).body as ActivityPage
  return items[0]!.what
}
const payAgain = async (customer: Customer): Promise<void> => {
  trader.paid(customer)
  await product.job('sweep-organisation', trader)
}
/** '3 Sep', in the zone of the business. */
const dayOf = (moment: Date): string => {
  const shown = { timeZone: ZONE, day: 'numeric', month: 'short' } as const
  const parts = new Intl.DateTimeFormat('en-US', shown).formatToParts(moment)
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)!.value
  return `${of('day')} ${of('month')}`
}

test('a customer in the cooldown is listed with the day of the last text and the day of its end', async () => {
  await addDecision(product.db, trader, {
    outcome: 'skipped',
    reason: 'cooldown',
    detail: JSON.stringify({ lastTextedAt: '2026-09-02T12:00:00Z', cooldownDays: 90 }),
  })
  expect(await restShown()).toMatch(
    /^Texted on 3 Sep( 2026)?; next eligible 2 Dec( 2026)? \(cooldown: 90 days\)\.$/,
  )
})

test('a text that is only planned is not called texted', async () => {
  await trader.set({ delay_minutes: 3 * 24 * 60 })
  const customer = trader.customer()
  trader.paid(customer)
  for (let batch = 0; batch < 2; batch += 1) {
    await payAgain(customer)
    const planned = (await trader.requests())[0]!.due_at
    expect(await restShown()).toBe(
      `A text to them was already planned for ${dayOf(planned)} (cooldown: 90 days).`,
    )
  }
})

test('a text that was sent is, with the day of the next', async () => {
  const customer = trader.customer()
  const texted = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  await trader.send()
  await payAgain(customer)
  const sent = (await trader.request(texted)).sent_at!
  const next = new Date(sent.getTime() + 90 * DAY_MS)
  expect(await restShown()).toBe(
    `Texted on ${dayOf(sent)}; next eligible ${dayOf(next)} (cooldown: 90 days).`,
  )
})

test('a planned text is named by its day in the timeline, wherever the pace moved it, and by what became of it', async () => {
  const customer = trader.customer()
  const first = trader.paid(customer)
  await payAgain(customer)
  const { id } = await trader.request(first)
  const become = (columns: Record<string, unknown>) =>
    product.db.updateTable('review_requests').set(columns).where('id', '=', id).execute()
  const moved = new Date(product.now().getTime() + 3 * DAY_MS)
  const now = dayOf(moved)
  await become({ due_at: moved, turn_at: moved, state_reason: 'paced' })
  expect(await restShown()).toBe(`A text to them was already planned for ${now} (cooldown: 90 days).`)
  await become({ state: 'cancelled', state_reason: 'skipped_by_owner' })
  expect(await restShown()).toBe(
    `A text to them was already planned, and not sent in the end: it was due ${now} (cooldown: 90 days).`,
  )
  await become({ state: 'sent', sent_at: moved })
  const next = dayOf(new Date(moved.getTime() + 90 * DAY_MS))
  expect(await restShown()).toBe(`Texted on ${now}; next eligible ${next} (cooldown: 90 days).`)
  await become({ state: 'failed', sent_at: null, failed_at: moved })
  expect(await restShown()).toContain(`It could not be delivered on ${now} (cooldown`)
})
