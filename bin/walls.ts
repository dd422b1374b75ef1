import { existsSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import { options, walls } from './room-walls.ts'

/** Checks the walls between the rooms, and that there was something to check. */
const { output } = await cruise(['server', 'contracts', 'bin', 'sandbox', 'web'].filter(existsSync), {
  ...options,
  ruleSet: walls,
  validate: true,
})
if (typeof output === 'string') throw new Error('The walls check answered with text, not with modules.')

const { violations, totalCruised } = output.summary
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
if (totalCruised < 20) console.error(`Only ${totalCruised} modules were read: the walls were not checked.`)
else console.log(`Walls: ${totalCruised} modules read, ${violations.length} breaches.`)
process.exit(violations.length > 0 || totalCruised < 20 ? 1 : 0)
