import { expect, test } from 'vitest'
import type { ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { useWishes } from '../../../test/support/wishes.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
const owner = useWishes(product)

const read = async (invoice: Invoice): Promise<ReviewRequestResponse> => {
  const { id } = await owner.trader.request(invoice)
  return (await owner.call('GET', `/api/review-requests/${id}`)).body as ReviewRequestResponse
}

test('a text that waits shows the very words, and the price, with which it goes', async () => {
  const invoice = await owner.waiting(60)
  await owner.trader.set({ template: 'Hello {firstName}, how did we do? {reviewLink}' })
  const waiting = await read(invoice)
  expect(waiting).toMatchObject({ body: null, cost: 0, draft: { segments: 1 } })
  expect(waiting.draft!.body).toMatch(/^Hello \w+, how did we do\? http/)
  await owner.done('hold', invoice)
  expect((await read(invoice)).draft).toEqual(waiting.draft)
  await owner.done('resume', invoice)
  await owner.passed(61 * MINUTE_MS)
  const sent = await read(invoice)
  expect(sent).toMatchObject({ body: waiting.draft!.body, cost: waiting.draft!.cost, draft: null })
  const [text] = owner.trader.texts()
  const { link_token: token } = await owner.trader.request(invoice)
  // The words that went, but for its customer's own link.
  expect([text!.body.replaceAll(token, '…'), text!.body]).toEqual([sent.body, expect.stringContaining(token)])
})

test('a text that was cancelled has no words that it would go with', async () => {
  const invoice = await owner.waiting(60)
  await owner.done('cancel', invoice)
  expect((await read(invoice)).draft).toBeNull()
})
