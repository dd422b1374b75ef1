import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Rig } from '../../../bench/rig/rig.ts'
import type { Alive } from '../keep-alive.ts'
import { clusterOf, restartPostgres } from '../postgres-processes.ts'

/** How the database is kept and brought back. `restore` ends with it running. */
export type WayBack = {
  backUp: (rig: Rig) => Promise<void>
  restore: (rig: Rig, alive: Alive<'api' | 'worker'>) => Promise<void>
  /** Ends what it has started. */
  end?: () => Promise<void>
}

/**
 * A copy of the stopped server's files, as a snapshot of its disk. A server that starts on it has the same system
 * identifier and timeline as before: nothing in the database shows that it has forgotten.
 */
export const diskSnapshot: WayBack = {
  backUp: (rig) => whileStopped(rig, () => copy(clusterOf(rig), backupOf(rig))),
  restore: (rig) =>
    whileStopped(rig, () => {
      rmSync(clusterOf(rig), { recursive: true, force: true })
      copy(backupOf(rig), clusterOf(rig))
    }),
}

const backupOf = ({ dataDir }: Rig): string => join(dataDir, 'postgres.backup')

const whileStopped = async ({ postgres }: Rig, work: () => void): Promise<void> => {
  await postgres.stop()
  work()
  await restartPostgres(postgres)
}

const copy = (from: string, to: string): void => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`cp -a ${from} ${to} failed: ${stderr}`)
}
