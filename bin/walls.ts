import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import { drawings, withDrawings } from './walls/drawings.ts'
import { options, walls } from './walls/room-walls.ts'
import { codeSharedWithChecks } from './walls/shared-code.ts'
import { strayStateWriters } from './walls/state-writers.ts'

/**
 * Checks the walls between the rooms, who writes states, that the simulation's checks share no code with the product,
 * that there was something to check, and that the drawings in docs/ARCHITECTURE.md are up to date. `--draw` draws them.
 */
const ARCHITECTURE = 'docs/ARCHITECTURE.md'

const { output } = await cruise(['server', 'contracts', 'bin', 'sandbox', 'web'].filter(existsSync), {
  ...options,
  ruleSet: walls,
  validate: true,
})
const { output: judges } = await cruise(['test/simulation/checks'], options)
if (typeof output === 'string' || typeof judges === 'string')
  throw new Error('The walls check answered with text, not with modules.')

const { violations, totalCruised } = output.summary
const stateFiles = globSync(['{server,bin/commands}/**/*.ts', 'database/functions/*.sql']).filter(
  (file) => !file.endsWith('.test.ts'),
)
const faults = [
  ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...codeSharedWithChecks(judges.modules),
  ...strayStateWriters(stateFiles.map((file) => file.replaceAll('\\', '/'))),
  ...(totalCruised < 20 ? [`Only ${totalCruised} modules were read: the walls were not checked.`] : []),
]

const document = readFileSync(ARCHITECTURE, 'utf8')
const drawn = withDrawings(document, drawings(output.modules))
if (process.argv.includes('--draw')) writeFileSync(ARCHITECTURE, drawn)
else if (drawn !== document) faults.push(`${ARCHITECTURE} is not of today: run \`npm run walls -- --draw\`.`)

for (const fault of faults) console.error(fault)
console.log(`Walls: ${totalCruised} modules read, ${faults.length} breaches.`)
process.exit(faults.length > 0 ? 1 : 0)
