import { setTimeout as pause } from 'node:timers/promises'
import { eachAtOnce } from '../../bench/parts/bench.ts'
import { goodword } from '../../bench/rig/goodword-command.ts'
import { startProduct, startRig, type Rig } from '../../bench/rig/rig.ts'
import { seededRandom } from '../../bench/rig/seeded-random.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { SANDBOX_VENDORS, startSandbox } from '../support/sandbox.ts'
import { countPayments, type PaymentsCount } from './count-payments.ts'
import { keepAlive } from './keep-alive.ts'
import { killAtRandom, type Kills } from './kill-at-random.ts'
import { createPayers, landUntilAnswered, orderUntilAnswered, type Payer } from './order-checkouts.ts'

export type CheckoutsPlan = { checkouts: number; businesses: number; kills: number; pace: number }
export type CheckoutsResult = PaymentsCount & {
  seed: number
  kills: Kills
  paid: number
  refunded: number
  stripeTotal: number
  reconcile: { code: number; words: string }
  seconds: number
}

const AT_ONCE = 24
const DELIVERIES = 3
const LANDINGS = 2
const PATIENCE_MS = 120_000
const RETRY_MS = 200
/** Out of ten payments so many come from a bank, later, and so many are partly given back. */
const LATER_OF_TEN = 2
const REFUNDED_OF_TEN = 1

/**
 * Every checkout is paid while api, worker and PostgreSQL are killed: each event is delivered three times in a shuffled
 * order, and the landing page races them. Then what Stripe took is compared with the ledger.
 */
export const drillCheckouts = async (seed: number, plan: CheckoutsPlan): Promise<CheckoutsResult> => {
  const at = { port: 0 }
  const sandbox = await startSandbox({ publicUrl: () => `http://127.0.0.1:${at.port}` })
  // Nothing is delivered by itself: the drill does that, in an order of its own.
  sandbox.faults.ask({ stripeEventLost: {} })
  const rig = await startRig({
    settings: {
      STRIPE_API_URL: `${sandbox.url}/stripe`,
      STRIPE_SECRET_KEY: SANDBOX_VENDORS.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: SANDBOX_VENDORS.stripe.webhookSecret,
    },
  })
  at.port = rig.port
  try {
    return await drill({ rig, sandbox, random: seededRandom(seed) }, seed, plan)
  } finally {
    await rig.stop()
    await sandbox.close()
  }
}

type Scene = { rig: Rig; sandbox: Sandbox; random: () => number }
type Order = { payer: Payer; sessionId: string; amountCents: number }

const drill = async (scene: Scene, seed: number, plan: CheckoutsPlan): Promise<CheckoutsResult> => {
  const { rig, sandbox } = scene
  const payers = await createPayers(rig.pool, plan.businesses)
  await startProduct(rig)
  const startedAt = performance.now()
  const alive = keepAlive({ api: rig.api, worker: rig.worker })
  const work = async () => {
    const orders = await orderAll(scene, payers, plan.checkouts)
    await payAll(scene, orders)
    return orders
  }
  const [orders, { counts }] = await Promise.all([
    work(),
    killAtRandom(rig, alive, { random: seededRandom(seed + 77), kills: plan.kills, pace: plan.pace }),
  ])
  const taken = new Map(orders.map(({ sessionId, amountCents }) => [sessionId, amountCents]))
  const counted = await countPayments(rig.pool, taken, PATIENCE_MS)
  alive.stop()
  const reconciled = await goodword(rig.settings, ['reconcile'])
  const refunds = sandbox.stripe.refunds()
  const paidCents = sandbox.stripe
    .payments()
    .filter(({ isPaid, sessionId }) => isPaid && taken.has(sessionId))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    ...counted,
    seed,
    kills: counts,
    paid: orders.length,
    refunded: refunds.length,
    stripeTotal: paidCents - refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
    reconcile: { code: reconciled.code, words: (reconciled.stderr || reconciled.stdout).trim().slice(-500) },
    seconds: (performance.now() - startedAt) / 1000,
  }
}

const orderAll = async ({ rig, random }: Scene, payers: Payer[], count: number): Promise<Order[]> => {
  const wanted = Array.from({ length: count }, (_, index) => ({
    payer: payers[index % payers.length]!,
    amount: 5 + Math.floor(random() * 96),
  }))
  const orders: Order[] = []
  await eachAtOnce(wanted, AT_ONCE, async ({ payer, amount }) => {
    const sessionId = await orderUntilAnswered(rig.port, payer, amount)
    orders.push({ payer, sessionId, amountCents: amount * 100 })
  })
  return orders
}

const payAll = async ({ rig, sandbox, random }: Scene, orders: Order[]): Promise<void> => {
  const { stripe } = sandbox
  for (const [index, { sessionId }] of orders.entries()) {
    if (index % 10 < LATER_OF_TEN) {
      await stripe.payLater(sessionId)
      await stripe.settle(sessionId, 'succeeds')
    } else await stripe.pay(sessionId)
    if (index % 10 >= 10 - REFUNDED_OF_TEN) await stripe.refund(sessionId, 100)
  }
  const deliveries = stripe.events().flatMap(({ id }) =>
    Array.from({ length: DELIVERIES }, () => async () => {
      while ((await stripe.redeliver(id)) !== 200) await pause(RETRY_MS)
    }),
  )
  const landings = orders.flatMap(({ payer, sessionId }) =>
    Array.from({ length: LANDINGS }, () => () => landUntilAnswered(rig.port, payer, sessionId)),
  )
  const shuffled = [...deliveries, ...landings]
    .map((step) => ({ step, order: random() }))
    .sort((a, b) => a.order - b.order)
  await eachAtOnce(shuffled, AT_ONCE, ({ step }) => step())
}

/** What must not be, in words; empty when all is well. */
export const checkoutFaults = (result: CheckoutsResult): string[] =>
  [
    result.notOnce.length > 0 && `not credited exactly once: ${result.notOnce.slice(0, 5).join(', ')}`,
    result.unpaid.length > 0 && `credited and never paid: ${result.unpaid.slice(0, 5).join(', ')}`,
    result.ledgerSum !== 0 && `the ledger sums to ${result.ledgerSum}`,
    result.ledgerTotal !== result.stripeTotal &&
      `Stripe has ${result.stripeTotal} cents of it, the ledger says ${result.ledgerTotal}`,
    result.offBalance !== 0 && `${result.offBalance} balances differ from their entries`,
    result.waiting !== 0 && `${result.waiting} events were never handled`,
    result.reconcile.code !== 0 && `reconcile ended with ${result.reconcile.code}: ${result.reconcile.words}`,
  ].filter((fault) => typeof fault === 'string')
