import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

export type Payer = { businessId: string; cookie: string }

const RETRY_MS = 200
const MOST_RETRIES = 600

/** Businesses with an owner each who is signed in; nothing else of them is needed to pay. */
export const createPayers = async (pool: Pool, count: number): Promise<Payer[]> => {
  const payers: Payer[] = []
  for (let number = 0; number < count; number += 1) {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await pool.query<{ business_id: string }>(
      `with business as (
         insert into businesses (name, currency, template) values ('Drill ' || $1, 'AUD', 'Hi {firstName}') returning id
       ), owner as (
         insert into users (issuer, subject, name, email, business_id)
         select 'drill', id::text, 'Drill', id || '@example.com', id from business returning id, business_id
       ), session as (
         insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, ends_at)
         select $2, id, now(), now(), now() + interval '1 day', now() + interval '1 day' from owner
       )
       select business_id from owner`,
      [String(number), createHash('sha256').update(token).digest()],
    )
    payers.push({ businessId: rows[0]!.business_id, cookie: `goodword-session=${token}` })
  }
  return payers
}

/** Orders a top-up as the screen does, again until it is answered; the session's id. */
export const orderUntilAnswered = async (port: number, payer: Payer, amount: number): Promise<string> => {
  const answer = await untilOk(() =>
    fetch(`http://127.0.0.1:${port}/api/top-ups`, {
      method: 'POST',
      headers: {
        cookie: payer.cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ amount }),
      signal: AbortSignal.timeout(20_000),
    }),
  )
  return ((await answer.json()) as { sessionId: string }).sessionId
}

/** The landing page, loaded again until it is answered. */
export const landUntilAnswered = async (port: number, payer: Payer, sessionId: string): Promise<void> => {
  const answer = await untilOk(() =>
    fetch(`http://127.0.0.1:${port}/api/payments/verify?session_id=${sessionId}`, {
      headers: { cookie: payer.cookie },
      signal: AbortSignal.timeout(20_000),
    }),
  )
  await answer.arrayBuffer()
}

const untilOk = async (ask: () => Promise<Response>): Promise<Response> => {
  for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
    const answer = await ask().catch(() => undefined)
    if (answer?.ok) return answer
    if (answer && answer.status < 500)
      throw new Error(`The product answered ${answer.status}: ${await answer.text()}`)
    await pause(RETRY_MS)
  }
  throw new Error('The product never answered.')
}
