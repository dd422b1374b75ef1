import { expect, test } from 'vitest'
import { isAtGateway } from './operator.ts'

const link = (token: string) =>
  `Could you leave us a review? http://localhost:8080/r/${token} Reply STOP to opt out`

test('the text of another business about an invoice of the same number is not the one that is looked for', () => {
  const sent = [{ body: `Thanks for your payment of invoice INV-1003. ${link('dLgDsmgLkZ')}` }]
  expect(isAtGateway(sent, { linkToken: 'dLgDsmgLkZ' })).toBe(true)
  expect(isAtGateway(sent, { linkToken: 'aaaabbbbcc' })).toBe(false)
})
