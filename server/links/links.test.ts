import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Customer, type Request, type Trader } from '../../test/support/trader.ts'
import { DAY_MS } from '../platform/dates.ts'
import { countVisit, findLink } from './visit-link.ts'

const product = useProduct()
let trader: Trader
let customer: Customer
let request: Request

beforeEach(async () => {
  trader = await createTrader(product)
  customer = trader.customer()
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  request = await trader.request(invoice)
})

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

const follow = (path: string, init: RequestInit & { agent?: string } = {}) =>
  fetch(`${product.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'user-agent': init.agent ?? PHONE, ...init.headers },
  })
const visits = async () => {
  const rows = await product.db
    .selectFrom('link_visits')
    .select('kind')
    .where('request_id', '=', request.id)
    .execute()
  return rows.map(({ kind }) => kind).toSorted()
}
const isOptedOut = async () => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return (await trader.decision(invoice)) === 'opted_out'
}

test('the link in the text leads to the review page in one step, and the visit is counted', async () => {
  const [text] = trader.texts()
  const link = /http:\S+/.exec(text!.body)![0]
  const answer = await follow(new URL(link).pathname)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toContain('placeid=')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await expect.poll(visits).toEqual(['visit'])
  expect((await trader.requests())[0]).toMatchObject({ open_count: 1 })
})

test('only people are counted as visits: programs that fetch a preview are redirected and not counted', async () => {
  const path = `/r/${request.link_token}`
  await follow(path, { agent: 'WhatsApp/2.23' })
  await follow(path, { agent: 'facebookexternalhit/1.1' })
  await follow(path, { agent: '' })
  await follow(path, { headers: { 'sec-purpose': 'prefetch;prerender' } })
  await follow(path, { method: 'HEAD' })
  await expect.poll(visits).toEqual(Array(5).fill('preview'))
  expect((await trader.requests())[0]).toMatchObject({ open_count: 0, opened_at: null })
})

test('a program that asks for a link without end leaves no more than a hundred rows an hour', async () => {
  const link = (await findLink(product.db, request.link_token!))!
  for (let n = 0; n < 105; n += 1) await countVisit(product.db, link, 'preview')
  expect(await visits()).toHaveLength(100)
  await countVisit(product.db, link, 'visit')
  expect(await visits()).toContain('visit')
})

test.each([
  ['that is unknown', '2222222222'],
  ['that is none', '..%2f..%2fetc'],
  ['with something after it', '2222222222.html'],
])('a link %s does not work, and says so', async (_what, token) => {
  for (const door of ['r', 'o']) {
    const answer = await follow(`/${door}/${token}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('This link does not work')
  }
})

test('a link that does not work says whose page this is, and leads to contact, privacy and terms', async () => {
  for (const door of ['r', 'o']) {
    const html = await (await follow(`/${door}/2222222222`)).text()
    const [header] = /<header>.*<\/header>/.exec(html)!
    expect(header).toContain('Goodword')
    for (const place of ['#contact', 'privacy/', 'terms/']) expect(html).toContain(`href="/welcome/${place}"`)
  }
})

test('opening the opt-out page opts no customer out, by whatever method it is opened', async () => {
  const path = `/o/${request.link_token}`
  expect((await follow(path, { method: 'HEAD' })).status).toBe(200)
  const page = await follow(path)
  const html = await page.text()
  expect(html).toContain('Coastal Plumbing')
  expect(html).not.toMatch(/<style|\sstyle=|<script/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self';/)
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|script-src/)
  product.later(DAY_MS)
  expect(await isOptedOut()).toBe(false)
})

test('one tap on it opts out, a second changes nothing, and it can be undone', async () => {
  product.later(DAY_MS)
  const path = `/o/${request.link_token}`
  const html = await (await follow(path, { method: 'POST' })).text()
  expect(html).toContain('no more texts')
  const sitting = /name="sitting" value="([^"]+)"/.exec(html)![1]!
  expect((await follow(path, { method: 'POST' })).status).toBe(200)
  expect(await isOptedOut()).toBe(true)
  const undo = new URLSearchParams({ undo: 'yes', sitting })
  expect(await (await follow(path, { method: 'POST', body: undo })).text()).toContain(
    'You can be texted again',
  )
  expect(await isOptedOut()).toBe(false)
})

test('a business name is shown as it is written, never run', async () => {
  await trader.set({ name: '<script>alert("x")</script>' })
  const html = await (await follow(`/o/${request.link_token}`)).text()
  expect(html).not.toContain('<script>')
  expect(html).toContain('&#60;script&#62;')
})
