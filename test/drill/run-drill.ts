import { seededRandom } from '../../bench/rig/seeded-random.ts'
import { invoiceId } from '../../bench/upstream/made-up-books.ts'
import { goodword, seedBusinesses, type SeededBusiness } from '../../bench/rig/goodword-command.ts'
import { startProduct, startRig, type Rig } from '../../bench/rig/rig.ts'
import { countMoney, type Money } from './count-money.ts'
import { deliverTwice } from './deliver-twice.ts'
import { keepAlive } from './keep-alive.ts'
import { killAtRandom, type Kills } from './kill-at-random.ts'
import { waitForQuiet } from './wait-for-quiet.ts'

export type DrillPlan = {
  webhooks: number
  businesses: number
  kills: number
  /** Of the kills: 1 suits a burst of 2,000, a shorter one needs less. */
  pace: number
  patienceMs: number
}

export const FULL_DRILL: DrillPlan = {
  webhooks: 2_000,
  businesses: 50,
  kills: 6,
  pace: 1,
  patienceMs: 240_000,
}
export const SHORT_DRILL: DrillPlan = {
  webhooks: 150,
  businesses: 10,
  kills: 3,
  pace: 0.3,
  patienceMs: 60_000,
}

export type DrillResult = {
  seed: number
  webhooks: number
  kills: Kills
  webhookRetries: number
  texts: number
  lost: number[]
  doubled: number[]
  unexplained: string[]
  byOperator: number
  money: Money
  reconcile: { code: number; words: string }
  seconds: number
}

/** About the time between two kills. */
const BURST_A_KILL_MS = 1_500
/** Half of the callbacks never come, so that they cannot be what keeps a text from being sent twice. */
const FAULTS = { timeoutAfterAccept: 0.02, tooMany: 0.05, serverError: 0.02, silent: 0.5 }
const FUNDS_CENTS = 1_000_000

/** One run on a database of its own: burst, kills, quiet, count. The same seed draws the same faults and moments. */
export const runDrill = async (
  seed: number,
  plan: DrillPlan,
  { keep = false }: { keep?: boolean } = {},
): Promise<DrillResult> => {
  const rig = await startRig({ keep })
  try {
    return await drill(rig, seed, plan)
  } finally {
    await rig.stop()
    if (keep) console.error(`Kept: ${rig.dataDir}`)
  }
}

const drill = async (rig: Rig, seed: number, plan: DrillPlan): Promise<DrillResult> => {
  const random = seededRandom(seed)
  const businesses = await seedBusinesses(rig.settings, {
    businesses: plan.businesses,
    fundsCents: FUNDS_CENTS,
  })
  const counts = Array.from({ length: plan.webhooks }, (_, index) => index + 1)
  const tenantOf = (count: number) => businesses[count % businesses.length]!.tenantId
  await payAtXero(rig, businesses, counts, tenantOf)
  await rig.upstream.switchCallbacks(true)
  await rig.upstream.setFaults({ ...FAULTS, seed })
  await startProduct(rig)

  const startedAt = performance.now()
  const alive = keepAlive({ api: rig.api, worker: rig.worker })
  const [webhookRetries, kills] = await Promise.all([
    deliverTwice(rig.port, counts, {
      tenantOf,
      random: seededRandom(seed + 1_000_003),
      spreadMs: plan.pace * plan.kills * BURST_A_KILL_MS,
    }),
    killAtRandom(rig, alive, { random, ...plan }),
  ])
  const { open: unexplained, byOperator } = await waitForQuiet(rig, {
    sendersDiedAt: kills.workerDiedAt,
    patienceMs: plan.patienceMs,
  })
  alive.stop()
  const seconds = (performance.now() - startedAt) / 1000

  const stats = await rig.upstream.stats()
  const texted = new Set((await rig.upstream.arrivals()).map(([count]) => count))
  const reconciled = await goodword(rig.settings, ['reconcile'])
  return {
    seed,
    webhooks: plan.webhooks,
    kills: kills.counts,
    webhookRetries,
    texts: stats.texts,
    lost: counts.filter((count) => !texted.has(count)),
    doubled: stats.doubledInvoices,
    unexplained,
    byOperator,
    money: await countMoney(rig.pool),
    reconcile: { code: reconciled.code, words: (reconciled.stderr || reconciled.stdout).trim().slice(-500) },
    seconds,
  }
}

/** In Xero these are paid, so that a sweep or a reconciliation finds what the webhooks report. */
const payAtXero = async (
  { upstream }: Rig,
  businesses: SeededBusiness[],
  counts: number[],
  tenantOf: (count: number) => string,
): Promise<void> => {
  for (const { tenantId } of businesses) {
    const ids = counts.filter((count) => tenantOf(count) === tenantId).map(invoiceId)
    await upstream.pay(tenantId, ids)
  }
}

/** What must not be, in words; empty when all is well. */
export const faultsOf = (result: DrillResult): string[] => {
  const { lost, doubled, unexplained, money, reconcile } = result
  return [
    lost.length > 0 && `no text for invoices ${lost.slice(0, 10).join(', ')}`,
    doubled.length > 0 && `two texts for invoices ${doubled.slice(0, 10).join(', ')}`,
    ...unexplained,
    money.ledgerSum !== 0 && `the ledger sums to ${money.ledgerSum}`,
    money.offBalance !== 0 &&
      `${money.offBalance} businesses whose balance is not their grants minus captures`,
    money.reserved !== 0 && `${money.reserved} cents are still reserved`,
    money.uncaptured !== 0 && `${money.uncaptured} texts that were sent and not charged once`,
    reconcile.code !== 0 && `reconcile ended with ${reconcile.code}: ${reconcile.words}`,
  ].filter((fault) => typeof fault === 'string')
}
