import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Programs of tests that run until they are killed: each sends a message when it is ready to be killed. */
export type DoomedProgram =
  | 'claims-folder'
  | 'runs-postgres'
  | 'holds-job'
  | 'charges-card'
  | 'ends-once-ready'

/** Starts a real process; resolves with the first message that it sends. */
export const startDoomed = async (
  program: DoomedProgram,
  args: string[],
): Promise<{ message: unknown; stop: () => void; kill: () => Promise<void> }> => {
  const child = fork(join(import.meta.dirname, 'doomed', `${program}.ts`), args, { stdio: 'inherit' })
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as unknown),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it had begun`))),
  ])
  return { message, stop: () => void child.kill('SIGSTOP'), kill: () => kill(child) }
}

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
