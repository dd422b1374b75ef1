import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Rig } from '../../../bench/rig/rig.ts'
import { restartPostgres } from '../postgres-processes.ts'

/**
 * A copy of the stopped server's files, as a snapshot of its disk. A server that starts on it has the same system
 * identifier and timeline as before: nothing in the database shows that it has forgotten.
 */
export const backUp = (rig: Rig): Promise<void> =>
  whileStopped(rig, () => copy(clusterOf(rig), backupOf(rig)))

export const restore = (rig: Rig): Promise<void> =>
  whileStopped(rig, () => {
    rmSync(clusterOf(rig), { recursive: true, force: true })
    copy(backupOf(rig), clusterOf(rig))
  })

const clusterOf = ({ dataDir }: Rig): string => join(dataDir, 'postgres')
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
