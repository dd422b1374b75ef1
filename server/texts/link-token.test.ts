import { expect, test } from 'vitest'
import { keyedHash } from '../platform/seal.ts'
import { LINK_TOKEN, linkTokenIn, linkTokenOf, newLinkToken } from './link-token.ts'

const keyed = (key: string) => (words: string) => keyedHash(Buffer.from(key), words)
const [tenantId, invoiceId] = [crypto.randomUUID(), crypto.randomUUID()]

test('an invoice has the same token whenever it is decided, and no other has it', () => {
  const token = linkTokenOf(keyed('ours'), { tenantId, invoiceId })
  expect(linkTokenOf(keyed('ours'), { tenantId, invoiceId })).toBe(token)
  expect(token).toMatch(LINK_TOKEN)
  const others = Array.from({ length: 2_000 }, () =>
    linkTokenOf(keyed('ours'), { tenantId, invoiceId: crypto.randomUUID() }),
  )
  expect(new Set([token, ...others]).size).toBe(2_001)
  expect(others.every((other) => LINK_TOKEN.test(other))).toBe(true)
})

test('without our key its token cannot be told, and two organisations have different ones', () => {
  const token = linkTokenOf(keyed('ours'), { tenantId, invoiceId })
  expect(linkTokenOf(keyed('another'), { tenantId, invoiceId })).not.toBe(token)
  expect(linkTokenOf(keyed('ours'), { tenantId: invoiceId, invoiceId: tenantId })).not.toBe(token)
})

test('the token of a text is read from its link, if the link is ours', () => {
  const token = newLinkToken()
  const text = (link: string) => `Hi Sam, a review? ${link} Reply STOP to opt out`
  const read = (link: string) => linkTokenIn(text(link), 'https://rvw.example.test/')
  expect(read(`https://rvw.example.test/r/${token}`)).toBe(token)
  expect(read(`https://other.test/r/${token}`)).toBeUndefined()
  expect(read(`https://rvw.example.test/o/${token}`)).toBeUndefined()
  expect(read(`https://rvw.example.test/r/${token}x`)).toBeUndefined()
  expect(read('https://rvw.example.test/r/short')).toBeUndefined()
  expect(read(`https://rvw.example.test/r/none https://rvw.example.test/r/${token}`)).toBe(token)
})
