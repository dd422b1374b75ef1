import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { PartStatus, StatusResponse } from '../../contracts/status.ts'
import { plantRow } from '../support/plant-row.ts'
import { asOwner, useProduct } from '../support/product.ts'
import { startStallingProxy, type StallingProxy } from '../support/stalling-proxy.ts'

let way: StallingProxy
const product = useProduct({
  login: async (url) => {
    way = await startStallingProxy(url)
    return way.url
  },
  patience: { waitMs: 3_000, connectMs: 3_000, statementMs: 3_000 },
})

const MINUTE_MS = 60_000
const minutesAgo = (minutes: number) => new Date(product.now().getTime() - minutes * MINUTE_MS)
const toTheMinute = (at: Date) => `${at.toISOString().slice(0, 16)}:00.000Z`

/** What /metrics gives as values. */
const readMetrics = async () => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return text.split('\n').filter((line) => line && !line.startsWith('#'))
}

/** Six seconds later, as an answer is kept for five. */
const read = async () => {
  product.later(6_000)
  const answer = await fetch(`${product.url}/status.json`)
  const { health, parts } = (await answer.json()) as StatusResponse
  const part = (name: PartStatus['part']) => parts.find((one) => one.part === name)!
  return { answer, health, part, healths: Object.fromEntries(parts.map((one) => [one.part, one.health])) }
}

const WELL = { webhooks: 'working', texts: 'working', payments: 'working', 'sign-in': 'working' }

beforeEach(async () => {
  await sql`insert into processes (id, kind) values ('w', 'worker') on conflict (id) do update set seen_at = now()`.execute(
    product.db,
  )
  await sql`update recovery set fenced_at = null`.execute(product.db)
  await asOwner(product.databaseUrl, (owner) => owner.query('delete from send_attempts'))
})

test('all is well, for everybody to read, from any page', async () => {
  const { answer, health, healths } = await read()
  expect([health, healths]).toEqual(['working', WELL])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
})

test('without a worker no text goes, and webhooks are taken', async () => {
  await sql`update processes set seen_at = now() - interval '3 minutes' where id = 'w'`.execute(product.db)
  const { health, healths, part } = await read()
  expect([health, healths]).toEqual(['down', { ...WELL, texts: 'down', payments: 'degraded' }])
  expect(part('texts').since).not.toBeNull()
  await sql`delete from processes where kind = 'worker'`.execute(product.db)
  const first = (await read()).part('texts').since
  product.later(5 * MINUTE_MS)
  expect((await read()).part('texts').since).toBe(first)
})

test('while the recovery fence is up no text goes, since it was raised', async () => {
  const raised = minutesAgo(7)
  await sql`update recovery set fenced_at = ${raised}`.execute(product.db)
  const { healths, part } = await read()
  expect(healths).toEqual({ ...WELL, texts: 'down', payments: 'degraded' })
  expect(part('texts').since).toBe(toTheMinute(raised))
})

/** A text whose first try was at `firstTry`, and which waits because the gateway refused it with this code. */
const plantRefused = async (firstTry: Date, error_code: string) => {
  const text = { business_id: crypto.randomUUID(), id: crypto.randomUUID(), link_token: error_code }
  await asOwner(product.databaseUrl, async (owner) => {
    const client = await owner.connect()
    await plantRow(client as never, 'review_requests', { ...text, state: 'sending', due_at: firstTry })
    await plantRow(client as never, 'send_attempts', {
      business_id: text.business_id,
      request_id: text.id,
      state: 'retry',
      error_code,
      claimed_at: minutesAgo(10),
      retry_at: minutesAgo(-5),
    })
    client.release()
  })
}

test('a gateway that refuses our account delays texts, since the first that it refused', async () => {
  const firstTry = minutesAgo(50)
  await plantRefused(firstTry, '20003')
  const { health, healths, part } = await read()
  expect([health, healths]).toEqual(['degraded', { ...WELL, texts: 'degraded' }])
  expect(part('texts').since).toBe(toTheMinute(firstTry))
})

test('one number that the gateway cannot reach delays no other text', async () => {
  await plantRefused(minutesAgo(50), '21612')
  expect((await read()).healths).toEqual(WELL)
})

test('what is asked often is answered from what is known', async () => {
  await read()
  await sql`update recovery set fenced_at = now()`.execute(product.db)
  const { health } = (await (await fetch(`${product.url}/status.json`)).json()) as StatusResponse
  expect(health).toBe('working')
})

test('where the clock was set back an hour, what was known before it is not kept for that hour', async () => {
  await read()
  await sql`update recovery set fenced_at = now()`.execute(product.db)
  product.later(-60 * MINUTE_MS)
  try {
    const { health } = (await (await fetch(`${product.url}/status.json`)).json()) as StatusResponse
    expect(health).toBe('down')
  } finally {
    product.later(60 * MINUTE_MS)
  }
})

test('an answer has no number and no name of a business', async () => {
  await sql`update recovery set fenced_at = ${minutesAgo(1)}`.execute(product.db)
  product.later(6_000)
  const body = await (await fetch(`${product.url}/status.json`)).text()
  expect(body.replaceAll(/"\d{4}-[^"]*Z"/g, '')).not.toMatch(/\d/)
})

test('the page says the same in words', async () => {
  await sql`update recovery set fenced_at = ${minutesAgo(1)}`.execute(product.db)
  product.later(6_000)
  const page = await fetch(`${product.url}/status`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('<h1>Something does not work</h1>')
})

test('a table that is locked keeps back its own readings, and neither the others nor what is counted', async () => {
  await asOwner(product.databaseUrl, async (owner) => {
    const client = await owner.connect()
    await client.query('begin; lock table xero_events')
    const lines = await readMetrics().finally(() => client.query('rollback'))
    client.release()
    const names = new Set(lines.map((line) => line.split(/[ {]/)[0]))
    expect(names).toContain('goodword_workers')
    expect(names).toContain('goodword_texts_oldest_due_seconds')
    expect(names).toContain('goodword_process_starts_total')
    expect(names).not.toContain('goodword_events_waiting')
  })
})

test('where the database is away both answers say so, and no sum of counts is given that would be too low', async () => {
  way.stall({ closed: true })
  try {
    const { answer, healths, part } = await read()
    expect(answer.status).toBe(200)
    expect(new Set(Object.values(healths))).toEqual(new Set(['down']))
    const since = part('webhooks').since
    expect(since).not.toBeNull()
    product.later(3 * MINUTE_MS)
    expect((await read()).part('webhooks').since).toBe(since)
    expect(await readMetrics()).toEqual(['goodword_database_up 0'])
  } finally {
    way.open()
  }
  await expect.poll(async () => (await read()).health, { timeout: 20_000 }).toBe('working')
})
