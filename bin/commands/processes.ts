import { Refusal } from '../../server/platform/errors.ts'
import type { AddCommand } from './command.ts'

const PROCESSES = [
  ['api', 'serves the doors and the screens until stopped'],
  ['worker', 'looks up invoices and sends texts until stopped'],
  ['healthy', 'ends with 0 if the process of HEALTH_FILE is well'],
] as const

/** What bin/goodword.ts starts by itself: here for the list of commands, and for whoever adds an option. */
export const addProcesses: AddCommand = (program) => {
  for (const [name, summary] of PROCESSES)
    program
      .command(name)
      .summary(summary)
      .action(() => {
        throw new Refusal('option', 422, `${name} is started by its name alone.`)
      })
}
