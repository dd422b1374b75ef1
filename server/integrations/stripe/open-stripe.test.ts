import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createStripe } from './stripe.ts'

let close: (() => void) | undefined
afterEach(() => close?.())

test('an answer that trickles in for ever ends when its time is over', async () => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const trickle = setInterval(() => answer.write(' '), 20)
    answer.on('close', () => clearInterval(trickle))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const stripe = createStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 200,
  })
  await expect(stripe.getCheckout('cs_test_1')).rejects.toMatchObject({
    vendor: 'stripe',
    kind: 'retry-later',
  })
})

test('an answer that leads elsewhere is not followed: nothing of a charge is repeated there', async () => {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url!)
    answer.writeHead(307, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => void server.close()
  const stripe = createStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  await expect(stripe.getCheckout('cs_test_1')).rejects.toMatchObject({ kind: 'retry-later' })
  expect(asked.every((path) => path.startsWith('/v1/checkout/'))).toBe(true)
})
