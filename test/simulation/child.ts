import { loadMutant } from './mutants/load-mutant.ts'
import type { ChildTask, Report } from './reports.ts'

/** Runs seeds one after another in a process of its own, because it takes the whole process over. */
// By themselves these end a process without its exit, which lets stopped sessions of the server go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => process.exit(1))
const task = JSON.parse(process.argv[2]!) as ChildTask
const functions = task.mutant ? loadMutant(task.mutant) : []
const { simulate } = await import('./simulate.ts')
const real = process.hrtime.bigint
let sent: Promise<unknown> = Promise.resolve()
const report = (one: Report): void => {
  sent = new Promise((done) => process.send!(one, done))
}
const startedAt = real()
await simulate(task, functions, report)
report({ kind: 'end', seconds: Number(real() - startedAt) / 1e9 })
await sent
process.exit(0)
