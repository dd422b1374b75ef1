import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { createStripe } from './stripe.ts'

const stub = useStub()
const PAGES = 101
const A_PAGE = 100

const stripe = () => createStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: stub.url })

const answerInPages = (itemOf: (number: number) => object) => {
  stub.answer = ({ query }) => {
    const after = query.get('starting_after')
    const first = after === null ? 0 : Number(after.replace(/^\D+/, '')) + 1
    const data = Array.from({ length: A_PAGE }, (_, place) => itemOf(first + place))
    const json = { object: 'list', data, has_more: first + A_PAGE < PAGES * A_PAGE, url: '/v1' }
    return { json }
  }
}

test('of the events of a long time the oldest are read too', async () => {
  answerInPages((number) => ({
    id: `evt_${number}`,
    object: 'event',
    type: 'charge.refunded',
    created: 1_000_000 - number,
    data: { object: { id: `re_${number}` } },
  }))
  const events = await stripe().listEvents({ since: new Date(0), types: ['charge.refunded'] })
  expect([events.length, events.at(-1)?.objectId]).toEqual([10_100, 're_10099'])
})

test('of the orders of a long time the oldest are read too', async () => {
  answerInPages((number) => ({
    id: `xx_${number}`,
    object: 'any',
    mode: 'payment',
    client_reference_id: null,
    status: 'succeeded',
    currency: 'aud',
    created: 1_000_000 - number,
    metadata: { auto_top_up: `charge ${number}` },
  }))
  const orders = await stripe().listOrders(new Date(0))
  expect([orders.length, orders.at(-1)?.paymentIntentId]).toEqual([10_100, 'xx_10099'])
})
