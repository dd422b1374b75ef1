import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../bench/upstream/faults.ts'
import { createMadeUpBooks, invoiceId } from '../../bench/upstream/made-up-books.ts'
import { openXeroDoor } from '../../bench/upstream/xero-door.ts'
import { accountingFaults } from './accounting-faults.ts'
import { withSpecs } from './spec-folder.ts'

const TENANT_ID = 'e629a03c-7ec0-4913-bd4f-2e1b9a3d3d3e'
const books = createMadeUpBooks()
const now = () => new Date('2026-11-20T03:00:00Z')
const door = openXeroDoor({ books, faults: createFaults(), now })
let server: Server
let url = ''

beforeAll(async () => {
  server = createServer((request, response) => void door.handle(request, response, ''))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  books.pay(TENANT_ID, [invoiceId(7), invoiceId(8)], Date.parse('2026-11-20T01:00:00Z'))
})
afterAll(() => new Promise<void>((done) => server.close(() => done())))

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/api.xro/2.0${path}`, {
    headers: {
      authorization: `Bearer seed-access-${TENANT_ID}`,
      'xero-tenant-id': TENANT_ID,
      accept: 'application/json',
      ...headers,
    },
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

type Body = { Invoices: { InvoiceID: string; Contact: { ContactID: string } }[] }

describe("What the bench's Xero answers, by Xero's own description", withSpecs, () => {
  test.each([
    ['one invoice', `/Invoices/${invoiceId(1)}`, ''],
    ['some invoices', '/Invoices', `?IDs=${invoiceId(1)},${invoiceId(2)}&page=1`],
    ['what was paid', '/Invoices', '?Statuses=PAID&page=1&pageSize=100'],
    ['contacts', '/Contacts', `?IDs=${invoiceId(1)}`],
    ['contacts by name', '/Contacts', `?IDs=${invoiceId(1)}&searchTerm=a&page=1&summaryOnly=true`],
    ['the organisation', '/Organisation', ''],
  ])('%s', async (_what, path, query) => {
    const { status, body } = await get(path + query)
    expect(status).toBe(200)
    expect(accountingFaults({ method: 'GET', path: `/api.xro/2.0${path}`, status, body })).toEqual([])
  })
})

test("the bench's Xero makes up every invoice, and lists as changed only those that were paid", async () => {
  const { body } = await get(`/Invoices?IDs=${invoiceId(1)},${invoiceId(2)}`)
  expect(body.Invoices.map(({ InvoiceID }) => InvoiceID)).toEqual([invoiceId(1), invoiceId(2)])
  expect(body.Invoices[0]!.Contact.ContactID).not.toBe(body.Invoices[1]!.Contact.ContactID)
  const paid = await get('/Invoices?Statuses=PAID&page=1', { 'if-modified-since': '2026-11-20T01:00:00Z' })
  expect(paid.body.Invoices.map(({ InvoiceID }) => InvoiceID)).toEqual([invoiceId(7), invoiceId(8)])
  const later = await get('/Invoices?Statuses=PAID&page=1', { 'if-modified-since': '2026-11-20T01:00:01Z' })
  expect(later.body.Invoices).toEqual([])
})

test("the bench's Xero has the sandbox's limits, and counts the calls that it answered and refused", async () => {
  door.reset()
  for (let call = 0; call < 60; call += 1) await get('/Organisation')
  const over = await get('/Organisation')
  expect(over.status).toBe(429)
  expect(over.headers.get('x-rate-limit-problem')).toBe('minute')
  expect([door.calls(TENANT_ID), door.refused()]).toEqual([60, { minute: 1 }])
})
