import { setTimeout as pause } from 'node:timers/promises'
import { goodword, seedBusinesses } from '../../../bench/rig/goodword-command.ts'
import { startProduct, startRig, type Rig } from '../../../bench/rig/rig.ts'
import { seededRandom } from '../../../bench/rig/seeded-random.ts'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { SANDBOX_VENDORS, startSandbox } from '../../support/sandbox.ts'
import { countMoney, type Money } from '../count-money.ts'
import { countPayments } from '../count-payments.ts'
import { payThoseWhoStopped, stopTexts } from '../customers-who-stop.ts'
import { runSteadyTraffic } from '../faults/steady-traffic.ts'
import { keepAlive } from '../keep-alive.ts'
import { createPayers, orderUntilAnswered } from '../order-checkouts.ts'
import { waitForQuiet } from '../wait-for-quiet.ts'
import { diskSnapshot, type WayBack } from './backup.ts'

export type RestorePlan = {
  businesses: number
  rate: number
  phaseMs: number
  /** The backup's age once it is restored, where that is more than a phase. */
  ageMs: number
  patienceMs: number
}

export type RestoreResult = {
  seed: number
  invoices: number
  /** Texts that the restored database has forgotten. */
  forgotten: number
  lost: number[]
  doubled: number[]
  stopped: number
  /** Of those who said STOP before the restore: texted after it. */
  textedAfterStop: number[]
  paidCents: number
  creditedCents: number
  open: string[]
  money: Money
  reconcile: { code: number; words: string }
  seconds: number
}

/** Of a backup that is so old once it is restored; the older it is, the slower are texts. */
export const restorePlan = (minutes: number): RestorePlan => ({
  businesses: 40,
  rate: minutes < 1 ? 20 : 3,
  phaseMs: 8_000,
  ageMs: minutes * 60_000,
  patienceMs: 240_000,
})

const FUNDS_CENTS = 1_000_000
const STOPS = 10
/** Far from the invoices of the traffic. */
const FIRST_STOP = 1_000_000
const TOP_UP = 25
/** So long a webhook of Stripe's may still be on its way. */
const TOLD_BY_NOW_MS = 125_000
const LOOK_MS = 1_000

/**
 * Texts, a backup, more texts, STOPs and a payment; then the backup is restored while vendors go on, and all goes on.
 * Half of the texts have no callbacks. Every webhook comes twice, and a sweep finds what was paid meanwhile.
 */
export const runRestore = async (
  seed: number,
  plan: RestorePlan,
  { keep = false, wayBack = diskSnapshot }: { keep?: boolean; wayBack?: WayBack } = {},
): Promise<RestoreResult> => {
  const at = { port: 0 }
  const sandbox = await startSandbox({ publicUrl: () => `http://127.0.0.1:${at.port}` })
  const rig = await startRig({
    keep,
    settings: {
      STRIPE_API_URL: `${sandbox.url}/stripe`,
      STRIPE_SECRET_KEY: SANDBOX_VENDORS.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: SANDBOX_VENDORS.stripe.webhookSecret,
    },
  })
  at.port = rig.port
  try {
    return await run(rig, sandbox, seed, { plan, wayBack })
  } finally {
    await wayBack.end?.()
    await rig.stop()
    await sandbox.close()
    if (keep) console.log(`Kept: ${rig.dataDir}`)
  }
}

const run = async (
  rig: Rig,
  sandbox: Sandbox,
  seed: number,
  { plan, wayBack }: { plan: RestorePlan; wayBack: WayBack },
): Promise<RestoreResult> => {
  const { upstream } = rig
  const businesses = await seedBusinesses(rig.settings, {
    businesses: plan.businesses,
    fundsCents: FUNDS_CENTS,
  })
  const tenantOf = (count: number) => businesses[count % businesses.length]!.tenantId
  const pay = (tenantId: string, count: number) => upstream.pay(tenantId, [invoiceId(count)])
  const [payer] = await createPayers(rig.pool, 1)
  await upstream.switchCallbacks(true)
  await upstream.setFaults({ silent: 0.5, seed })
  await startProduct(rig)
  const alive = keepAlive({ api: rig.api, worker: rig.worker })
  const startedAt = performance.now()

  let isOver = false
  const sending = runSteadyTraffic({
    ports: [rig.port],
    rate: plan.rate,
    firstCount: 1,
    tenantOf,
    pay,
    random: seededRandom(seed),
    isOver: () => isOver,
  })
  const sessionId = await orderUntilAnswered(rig.port, payer!, TOP_UP)
  await pause(plan.phaseMs)
  await wayBack.backUp(rig)
  const kept = (await upstream.stats()).texts

  const stopped = Array.from({ length: STOPS }, (_, index) => FIRST_STOP + index)
  await pause(Math.max(plan.ageMs - plan.phaseMs / 2, plan.phaseMs / 2))
  await stopTexts(rig, stopped)
  await sandbox.stripe.pay(sessionId)
  const paidAt = Date.now()
  await pause(plan.phaseMs / 2)
  const forgotten = (await upstream.stats()).texts - kept
  await wayBack.restore(rig, alive)

  await payThoseWhoStopped(rig, stopped, tenantOf)
  await pause(plan.phaseMs)
  isOver = true
  const { delivered } = await sending
  await catchUp(rig, paidAt)
  const { open } = await waitForQuiet(rig, { sendersDiedAt: new Date(0), patienceMs: plan.patienceMs })
  alive.stop()

  const texted = new Set((await upstream.arrivals()).map(([count]) => count))
  const paid = new Map([[sessionId, TOP_UP * 100]])
  const { ledgerTotal } = await countPayments(rig.pool, paid, plan.patienceMs)
  const reconciled = await goodword(rig.settings, ['reconcile'])
  return {
    seed,
    invoices: delivered.length,
    forgotten,
    lost: delivered.map(({ count }) => count).filter((count) => !texted.has(count)),
    doubled: (await upstream.stats()).doubledInvoices,
    stopped: stopped.length,
    textedAfterStop: stopped.filter((count) => texted.has(count)),
    paidCents: TOP_UP * 100,
    creditedCents: ledgerTotal,
    open,
    money: await countMoney(rig.pool),
    reconcile: { code: reconciled.code, words: (reconciled.stderr || reconciled.stdout).trim().slice(-500) },
    seconds: (performance.now() - startedAt) / 1000,
  }
}

/** What comes within the hour by itself: the sweep, and Stripe's events where no webhook brought them in time. */
const catchUp = async ({ pool, settings }: Rig, paidAt: number): Promise<void> => {
  await goodword(settings, ['sweep'])
  while (Date.now() < paidAt + TOLD_BY_NOW_MS && !(await isCredited(pool))) await pause(LOOK_MS)
  await goodword(settings, ['reconcile'])
}

const isCredited = async (pool: Rig['pool']): Promise<boolean> => {
  const { rows } = await pool.query(`select from transfers where kind = 'topup' limit 1`)
  return rows.length > 0
}

/** What must not be, in words; empty when all is well. */
export const restoreMisses = (result: RestoreResult): string[] => {
  const { lost, doubled, textedAfterStop, paidCents, creditedCents, money, reconcile, open } = result
  return [
    ...open,
    lost.length > 0 && `no text for ${lost.length} invoices: ${few(lost)}`,
    doubled.length > 0 && `two texts for ${doubled.length} invoices: ${few(doubled)}`,
    textedAfterStop.length > 0 && `${textedAfterStop.length} customers were texted after their STOP`,
    paidCents !== creditedCents && `${paidCents} cents were paid, ${creditedCents} credited`,
    money.ledgerSum !== 0 && `the ledger sums to ${money.ledgerSum}`,
    money.offBalance !== 0 && `${money.offBalance} balances are not their grants minus captures`,
    money.reserved !== 0 && `${money.reserved} cents are still reserved`,
    money.uncaptured !== 0 && `${money.uncaptured} texts that were sent and not charged once`,
    reconcile.code !== 0 && `reconcile ended with ${reconcile.code}: ${reconcile.words}`,
  ].filter((miss) => typeof miss === 'string')
}

const few = (all: number[]): string => `${all.slice(0, 8).join(', ')}${all.length > 8 ? ' …' : ''}`
