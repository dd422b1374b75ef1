import { parseArgs } from 'node:util'
import { checkoutFaults, drillCheckouts } from './drill-checkouts.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    from: { type: 'string', default: '1' },
    checkouts: { type: 'string', default: '500' },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `node test/drill/checkouts.ts [--seeds 3] [--from 1] [--checkouts 500]
  Pays checkouts while api, worker and PostgreSQL are killed, each event delivered three times in a shuffled order and
  the landing page racing them, and then counts: every paid checkout is credited once, to the cent.`

const main = async (): Promise<void> => {
  if (values.help) return console.log(HELP)
  const checkouts = Number(values.checkouts)
  const plan = { checkouts, businesses: Math.ceil(checkouts / 10), kills: 6, pace: checkouts / 500 }
  let faulty = 0
  for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed += 1) {
    const result = await drillCheckouts(seed, plan)
    const { paid, refunded, kills, stripeTotal, ledgerTotal, ledgerSum, seconds } = result
    console.log(
      `seed ${seed}: ${paid} paid, ${refunded} partly refunded; killed api ${kills.api}, worker ${kills.worker}, ` +
        `postgres ${kills.postgres}; Stripe ${stripeTotal}, ledger ${ledgerTotal}, sum ${ledgerSum}; ${seconds.toFixed(0)} s`,
    )
    const faults = checkoutFaults(result)
    for (const fault of faults) console.log(`      ${fault}`)
    if (faults.length > 0) faulty += 1
  }
  console.log(faulty === 0 ? 'Without a fault.' : `${faulty} with faults.`)
  process.exitCode = faulty === 0 ? 0 : 1
}

await main()
