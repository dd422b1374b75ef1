import { parseArgs } from 'node:util'
import { drillFaults } from './faults/drill-faults.ts'
import { againWithOwnMounts } from './faults/own-mounts.ts'
import { drillFailover } from './failover/drill-failover.ts'
import { drillRestore } from './restore/drill-restore.ts'
import { faultsOf, FULL_DRILL, runDrill, SHORT_DRILL } from './run-drill.ts'
import { heading, row } from './drill-table.ts'
import { drillUpgrade } from './upgrade/drill-upgrade.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    failover: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
    upgrade: { type: 'boolean', default: false },
    'restore-backup': { type: 'boolean', default: false },
    asynchronous: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    load: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
    pace: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

/** Until releases have tags. */
const LAST_RELEASE = '63c1c0c'

const HELP = `npm run drill -- [--seeds 10] [--from 1] [--short] [--keep]
  Kills api, worker and PostgreSQL with SIGKILL in the middle of a burst, while the gateway misbehaves, and then
  counts: every paid invoice has one text, and every cent is where it belongs.

npm run drill -- --faults [--seeds 1] [--from 1] [--only frozen,paused] [--load 1] [--pace 1] [--keep]
  The same promise, and that the door stays quick and nothing stands still, under every other fault: a database that
  ends sessions, freezes, vanishes or is full, a process that is paused or restarted, wrong clocks, silent vendors.
  --load and --pace make webhooks fewer and faults shorter: shares of 1. --only names some of the faults.

npm run drill -- --failover [--seeds 1] [--from 1] [--only killed,frozen] [--asynchronous] [--keep]
  The same promise on three nodes of deploy/patroni/ with HAProxy, while the primary is switched over, killed, frozen,
  cut off, or loses its standby or etcd. It makes a Debian of its own, once, and takes root on Linux.

npm run drill -- --restore [--seeds 1] [--from 1] [--minutes 10] [--keep]
  The same promise while a running database is set back to a backup that is older than some texts, STOPs and a payment:
  some seconds older, or so many minutes.

npm run drill -- --upgrade [--from 63c1c0c] [--load 1] [--keep]
  The same promise, and no 5xx at the doors, while two apis and two workers are rolled one by one from a commit, the
  last release where none is given, to this tree, with a migration of each kind that the drill makes up.

npm run drill -- --restore-backup [--seeds 1] [--from 1] [--minutes 10] [--keep]
  The same promise where everything is lost: the database's folder is deleted, and a backup of \`goodword backup\` is
  restored into a PostgreSQL that has nothing.`

const main = async (): Promise<void> => {
  if (values.help) return console.log(HELP)
  if (values.faults) return faults()
  if (values.failover) return failover()
  if (values.restore || values['restore-backup']) return restore()
  if (values.upgrade) return upgrade()
  const plan = values.short ? SHORT_DRILL : FULL_DRILL
  const seeds = seedsOf(values.short ? 1 : Number(values.seeds ?? 10))
  console.log(
    'Each webhook is delivered twice. At the gateway 2 % of texts are taken without an answer, 5 % are postponed (429),\n' +
      '2 % get a 5xx, half of those taken all the same; half of the texts have no callbacks. Five minutes of looking for\n' +
      'a text of unknown outcome are not waited for: the looks are back-dated in the database, once no process can\n' +
      'still be sending that text.\n',
  )
  console.log(heading())
  let faulty = 0
  for (const seed of seeds) {
    const result = await runDrill(seed, plan, { keep: values.keep })
    console.log(row(result))
    const faults = faultsOf(result)
    for (const fault of faults) console.log(`      ${fault}`)
    if (faults.length > 0) faulty += 1
  }
  console.log(
    faulty === 0 ? `\n${seeds.length} of ${seeds.length} without a fault.` : `\n${faulty} with faults.`,
  )
  process.exitCode = faulty === 0 ? 0 : 1
}

const faults = async (): Promise<void> => {
  const code = againWithOwnMounts()
  if (code !== undefined) {
    process.exitCode = code
    return
  }
  const isWell = await drillFaults({
    seeds: seedsOf(Number(values.seeds ?? 1)),
    only: values.only.split(',').filter(Boolean),
    load: Number(values.load),
    pace: Number(values.pace),
    keep: values.keep,
  })
  process.exitCode = isWell ? 0 : 1
}

const failover = async (): Promise<void> => {
  const isWell = await drillFailover({
    seeds: seedsOf(Number(values.seeds ?? 1)),
    only: values.only.split(',').filter(Boolean),
    mode: values.asynchronous ? 'asynchronous' : 'strict',
    keep: values.keep,
  })
  process.exitCode = isWell ? 0 : 1
}

const restore = async (): Promise<void> => {
  const isWell = await drillRestore({
    seeds: seedsOf(Number(values.seeds ?? 1)),
    minutes: Number(values.minutes),
    fromBackup: values['restore-backup'],
    keep: values.keep,
  })
  process.exitCode = isWell ? 0 : 1
}

const upgrade = async (): Promise<void> => {
  const isWell = await drillUpgrade({
    from: values.from ?? LAST_RELEASE,
    load: Number(values.load),
    keep: values.keep,
  })
  process.exitCode = isWell ? 0 : 1
}

const seedsOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => Number(values.from ?? 1) + index)

await main()
