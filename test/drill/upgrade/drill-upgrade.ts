import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { goodword } from '../../../bench/rig/goodword-command.ts'
import { loggedErrors } from '../../../bench/rig/logged-errors.ts'
import { seededRandom } from '../../../bench/rig/seeded-random.ts'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'
import { countMoney } from '../count-money.ts'
import { runSteadyTraffic, type Traffic } from '../faults/steady-traffic.ts'
import { waitForQuiet } from '../wait-for-quiet.ts'
import { openStage, type Stage } from './stage.ts'
import { treeOf, treeOfNow, type Tree } from './trees.ts'

/** Each is delivered twice. */
const WEBHOOKS_A_SECOND = 100
const LEAD_MS = 4_000
const BETWEEN_MS = 2_000
const TAIL_MS = 4_000
const PATIENCE_MS = 240_000

/** Rolls api and worker one by one from a commit to this tree, under load, and counts. True where all is well. */
export const drillUpgrade = async ({
  from,
  load,
  keep,
}: {
  from: string
  load: number
  keep: boolean
}): Promise<boolean> => {
  const [old, now] = [await treeOf(from), await treeOfNow()]
  try {
    const stage = await openStage(old, { keep })
    try {
      console.log(
        `From ${old.version} to ${now.version}, at ${WEBHOOKS_A_SECOND * load} webhooks a second, machine load ${loadavg()[0]!.toFixed(1)}:\n`,
      )
      return await drill(stage, old, now, load)
    } finally {
      await stage.close()
    }
  } finally {
    old.remove()
    now.remove()
  }
}

const drill = async (stage: Stage, old: Tree, now: Tree, load: number): Promise<boolean> => {
  const { rig, businesses } = stage
  await rig.upstream.switchCallbacks(true)
  let isOver = false
  const sending = runSteadyTraffic({
    ports: [rig.port],
    rate: (WEBHOOKS_A_SECOND * load) / 2,
    firstCount: 1,
    tenantOf: (count) => businesses[count % businesses.length]!.tenantId,
    pay: (tenantId, count) => rig.upstream.pay(tenantId, [invoiceId(count)]),
    random: seededRandom(1),
    isOver: () => isOver,
  })
  await pause(LEAD_MS)
  const faults = await roll(stage, now).catch((cause: unknown) => [(cause as Error).message])
  await pause(TAIL_MS)
  isOver = true
  const traffic = await sending
  const { open } = await waitForQuiet(
    { pool: rig.pool, settings: rig.settings },
    { sendersDiedAt: new Date(), patienceMs: PATIENCE_MS, root: now.folder },
  )
  faults.push(...open, ...(await count(stage, now, traffic)))
  for (const [words, times] of loggedErrors(rig.dataDir)) console.log(`  logged ${times} ×  ${words}`)
  for (const fault of faults) console.log(`  FAULT: ${fault}`)
  console.log(faults.length === 0 ? `\n${old.version} → ${now.version}: without a fault.` : '\nWith faults.')
  return faults.length === 0
}

/** What went wrong, in words. */
const roll = async (stage: Stage, now: Tree): Promise<string[]> => {
  const { rig, places } = stage
  const faults: string[] = []
  const migrate = async (expected: number, ...args: string[]): Promise<void> => {
    const startedAt = performance.now()
    const { code, stdout, stderr } = await goodword(rig.settings, ['migrate', ...args], now.folder)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`  ${['migrate', ...args].join(' ')}: exit ${code} after ${seconds} s`)
    for (const line of `${stderr}${stdout}`.trim().split('\n')) console.log(`    ${line}`)
    if (code !== expected) faults.push(`migrate ${args.join(' ')} ended with ${code}, not ${expected}`)
  }
  await migrate(0)
  // Old processes are at work: nothing may be taken from them yet.
  await migrate(1, '--finish')
  for (const kind of ['api', 'worker'])
    for (const place of places.filter((one) => one.kind === kind)) {
      console.log(`  ${await stage.replace(place, now)}`)
      await pause(BETWEEN_MS)
    }
  // The new version tells the proxy by itself that it is about to stop.
  console.log(
    `  ${await stage.replace(
      places.find(({ kind }) => kind === 'api')!,
      now,
    )} (new, not taken out before)`,
  )
  await migrate(0, '--finish')
  return faults
}

/** Prints the count, and returns what must not be. */
const count = async ({ rig, proxy }: Stage, now: Tree, { calls, delivered }: Traffic): Promise<string[]> => {
  const texts = await rig.upstream.stats()
  const texted = new Set((await rig.upstream.arrivals()).map(([number]) => number))
  const lost = delivered.filter((one) => !texted.has(one.count)).map((one) => one.count)
  const neverTaken = delivered.filter(({ ackedAt }) => ackedAt === undefined).length
  const unanswered = calls.filter(({ answer }) => typeof answer === 'string').length
  const slowest = Math.max(...calls.map(({ ms }) => ms))
  const money = await countMoney(rig.pool)
  const reconciled = await goodword(rig.settings, ['reconcile'], now.folder)
  const lines: [string, string | number][] = [
    // Others may share the machine: then connections time out, whatever the version.
    ['machine load at the end', loadavg()[0]!.toFixed(1)],
    ['webhooks offered', calls.length],
    ['acknowledged', calls.filter(({ answer }) => answer === 200).length],
    ['5xx at the doors', proxy.failures.length],
    ['without an answer', unanswered],
    ['slowest answer', `${Math.round(slowest)} ms`],
    [
      'all answers of the doors',
      [...proxy.answers].map(([status, times]) => `${times} × ${status}`).join(', '),
    ],
    ['invoices', delivered.length],
    ['texts', texts.texts],
    ['lost', lost.length],
    ['doubled', texts.doubledInvoices.length],
    ['ledger sum, off balance, reserved', `${money.ledgerSum}, ${money.offBalance}, ${money.reserved}`],
    ['reconcile', reconciled.code],
  ]
  console.log('')
  for (const [what, figure] of lines) console.log(`  ${what.padEnd(34)} ${figure}`)
  return [
    lost.length > 0 && `no text for invoices ${lost.slice(0, 10).join(', ')}`,
    texts.doubledInvoices.length > 0 &&
      `two texts for invoices ${texts.doubledInvoices.slice(0, 10).join(', ')}`,
    neverTaken > 0 && `${neverTaken} invoices were never taken`,
    unanswered > 0 && `${unanswered} calls had no answer`,
    ...[...new Set(proxy.failures)].slice(0, 10).map((failure) => `5xx: ${failure}`),
    money.ledgerSum !== 0 && `the ledger sums to ${money.ledgerSum}`,
    money.offBalance !== 0 && `${money.offBalance} balances are off`,
    money.reserved !== 0 && `${money.reserved} cents are still reserved`,
    money.uncaptured !== 0 && `${money.uncaptured} texts were not charged once`,
    reconciled.code !== 0 && `reconcile: ${(reconciled.stderr || reconciled.stdout).trim().slice(-400)}`,
  ].filter((fault) => typeof fault === 'string')
}
