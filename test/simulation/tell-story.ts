import type { Outcome } from './story.ts'
import type { Plan } from './world/plan.ts'

/** Lines of a history that a reader needs: what people did, what went wrong, what left the product. */
const TOLD =
  /step \d|fault \d|is killed|stands still|starts|the clock of|the database is|Messages\.json|payment_intents|door |→ \d{3}|← \d|has stopped|opted out|heals|waits for a lock|session ended|sweep-organisation|failed at/
const LONGEST = 200

export const tellStory = ({ plan, outcome }: { plan: Plan; outcome: Outcome }): string[] => [
  `Seed ${plan.seed} breaks a promise with these ${plan.steps.length} steps:`,
  ...plan.steps.map((step) => `  ${JSON.stringify(step)}`),
  'What happened, in seconds:',
  ...outcome.lines.filter((line) => TOLD.test(line)).map((line) => line.slice(0, LONGEST)),
  ...outcome.findings.map(({ promise, what }) => `${promise}: ${what}`),
]
