import { setTimeout as pause } from 'node:timers/promises'
import { createPayers, type Payer } from '../order-checkouts.ts'
import type { Scene } from './scene.ts'

const PAYERS = 20
const EVERY_MS = 250
/** As many as a worker has slots for jobs, and both workers have as many again. */
const JOBS = 8

type Asking = (scene: Scene, isOver: () => boolean) => Promise<void>

/** Owners order top-ups, and the ledger is held against Stripe. */
export const askStripe: Asking = async (scene, isOver) => {
  const payers = await createPayers(scene.admin, PAYERS)
  await enqueueMany(
    scene,
    'reconcile-payments',
    Array.from({ length: JOBS }, () => ({})),
  )
  await callUntil(scene, isOver, payers, (payer, turn) => ({
    path: '/api/top-ups',
    init: {
      method: 'POST',
      headers: {
        cookie: payer.cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ amount: 5 + (turn % 50) }),
    },
  }))
}

/** Owners look for their business, and the places of all are checked. */
export const askPlaces: Asking = async (scene, isOver) => {
  const payers = await createPayers(scene.admin, PAYERS)
  await scene.admin.query(`update businesses set place_id = 'drill-' || id`)
  await enqueueMany(
    scene,
    'check-place',
    payers.slice(0, JOBS).map(({ businessId }) => ({ businessId })),
  )
  await callUntil(scene, isOver, payers, (payer, turn) => ({
    path: `/api/places?query=cafe${turn}&sessionToken=${crypto.randomUUID()}`,
    init: { headers: { cookie: payer.cookie } },
  }))
}

/** Strangers begin to sign in. */
export const askOidc: Asking = (scene, isOver) =>
  callUntil(scene, isOver, [], () => ({ path: '/api/auth/google', init: { redirect: 'manual' } }))

/** Owners whose funds are used up are told so by mail. */
export const mailOwners: Asking = async (scene) => {
  const payers = await createPayers(scene.admin, PAYERS)
  const ids = payers.map(({ businessId }) => businessId)
  await scene.admin.query('update users set onboarded_at = now() where business_id = any($1)', [ids])
  await scene.admin.query('update businesses set automation_enabled = true where id = any($1)', [ids])
  await scene.admin.query(
    'insert into balances (business_id, available_cents) select unnest($1::uuid[]), 0 on conflict do nothing',
    [ids],
  )
  await enqueueMany(
    scene,
    'tell-owners',
    Array.from({ length: JOBS }, () => ({})),
  )
}

export const enqueueMany = async ({ admin }: Scene, task: string, payloads: object[]): Promise<void> => {
  for (const payload of payloads)
    await admin.query('select enqueue_job($1, $2::json)', [task, JSON.stringify(payload)])
}

const callUntil = async (
  { ports }: Scene,
  isOver: () => boolean,
  payers: Payer[],
  callFor: (payer: Payer, turn: number) => { path: string; init: RequestInit },
): Promise<void> => {
  const calls: Promise<unknown>[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    const { path, init } = callFor(payers[turn % payers.length]!, turn)
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${path}`
    const call = fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
    calls.push(call.then((answer) => answer.arrayBuffer()).catch(() => undefined))
    await pause(EVERY_MS)
  }
  await Promise.all(calls)
}
