import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { atExit, onSignal } from './at-exit.ts'

/**
 * For a test: a process that runs until a signal, with a folder for each argument. It says `runs`, for each folder
 * `ends`, and `signalled` for each signal. What was under way fails, and a folder is removed, when it is told to.
 */
const folders = process.argv.slice(2)
const removed = new Map(folders.map((folder) => [folder, Promise.withResolvers<void>()]))
for (const folder of folders)
  onSignal(async () => {
    process.send!('ends')
    await removed.get(folder)!.promise
    rmSync(folder, { recursive: true })
    await new Promise((done) => process.send!('removed', done))
  })
atExit(() => console.log('killed the first'))
atExit(() => {
  throw new Error('It has ended by itself.')
})
atExit(() => console.log('killed the last'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.send!('signalled'))
process.on('message', (told: string) => removed.get(told)?.resolve())
process.send!('runs')
await once(process, 'message')
throw new Error('What was under way has failed.')
