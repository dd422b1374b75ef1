import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Programs of tests that live until they are killed: each says when it has what it came for. */
export type DoomedProgram = 'claims-folder' | 'runs-postgres' | 'holds-job' | 'charges-card'

/** A real process of its own; settled once it said something, which is what it said. */
export const startDoomed = async (
  program: DoomedProgram,
  args: string[],
): Promise<{ said: unknown; stop: () => void; kill: () => Promise<void> }> => {
  const child = fork(join(import.meta.dirname, 'doomed', `${program}.ts`), args, { stdio: 'inherit' })
  const said = await Promise.race([
    once(child, 'message').then(([message]) => message as unknown),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it had begun`))),
  ])
  return { said, stop: () => void child.kill('SIGSTOP'), kill: () => kill(child) }
}

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
