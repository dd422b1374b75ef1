import { expect, test } from 'vitest'
import type { ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)

/** What the opened row tells of it, after the invoice that came in. */
const story = async (invoice: Invoice): Promise<string[]> => {
  const { id } = await owner.trader.request(invoice)
  const { body } = await owner.call('GET', `/api/review-requests/${id}`)
  const steps = (body as ReviewRequestResponse).steps.filter(({ what }) => !what.startsWith('Xero reported'))
  return steps.map(({ at, what }) => {
    const minutes = at === null ? '–' : Math.floor((Date.parse(at) - began.getTime()) / MINUTE_MS)
    return `${minutes} ${what}`
  })
}
let began: Date
const waiting = async (): Promise<Invoice> => {
  // Early in a minute, so that all of a test is in it.
  product.later(MINUTE_MS - (product.now().getTime() % MINUTE_MS))
  const invoice = await owner.waiting(90)
  began = new Date((await owner.trader.request(invoice)).due_at.getTime() - 90 * MINUTE_MS)
  return invoice
}
const later = (minutes: number) => product.later(minutes * MINUTE_MS)

test('a text that was held, let go and cancelled, and that undone, still tells each of it', async () => {
  const invoice = await waiting()
  later(2)
  await owner.done('hold', invoice)
  await owner.done('hold', invoice)
  later(2)
  await owner.done('resume', invoice)
  later(2)
  await owner.done('cancel', invoice)
  await owner.done('cancel', invoice)
  expect((await story(invoice)).at(-2)).toBe('6 You decided not to send it.')
  later(2)
  await owner.done('undo-cancel', invoice)
  expect(await story(invoice)).toEqual([
    '2 You held it back.',
    '4 You released it.',
    '6 You decided not to send it.',
    '8 You took that back.',
    '90 Planned for this time.',
  ])
})

test('the last decision is the one that came last, also where the clock of its process is slow', async () => {
  const invoice = await waiting()
  later(2)
  await owner.done('cancel', invoice)
  later(2)
  await owner.done('undo-cancel', invoice)
  later(-1)
  await owner.done('cancel', invoice)
  expect((await story(invoice)).filter((step) => !/planned/i.test(step))).toEqual([
    '2 You decided not to send it.',
    '3 You decided not to send it.',
    '4 You took that back.',
  ])
})

test('a text that is sent now was not put off, and was not planned for later', async () => {
  const invoice = await waiting()
  later(2)
  await owner.trader.set({ sending_from: null, sending_until: null })
  await owner.done('send-now', invoice)
  expect(await story(invoice)).toEqual(['2 You had it sent now.'])
})

test('held beyond its time and let go, it goes then, and was not put off', async () => {
  const invoice = await waiting()
  await owner.done('hold', invoice)
  later(100)
  await owner.done('resume', invoice)
  expect(await story(invoice)).toEqual([
    '0 You held it back.',
    '90 Planned for this time.',
    '100 You released it.',
  ])
})

test('what ended a text without its owner is told with its time', async () => {
  const invoice = await waiting()
  await owner.trader.set({ automation_enabled: false })
  await owner.passed(95 * MINUTE_MS)
  const ended = (await story(invoice)).find((step) => step.includes('Cancelled'))
  expect(ended).toMatch(/^-?\d+ Cancelled: Review requests were switched off\.$/)
})

test('who decided, what and when is in what the owner takes along', async () => {
  const invoice = await waiting()
  await owner.done('hold', invoice)
  const { id } = await owner.trader.request(invoice)
  const { body } = await owner.call('GET', '/api/export')
  expect(body).toMatchObject({
    ownerChoices: [{ request_id: id, choice: 'hold', user_id: expect.any(String) }],
  })
})
