import { closeSync, cpSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Rig } from '../../../bench/rig/rig.ts'
import { asPostgresUser } from '../../../server/platform/postgres/embedded/postgres-user.ts'
import { clusterOf, restartPostgres } from '../postgres-processes.ts'
import type { Fault } from './fault.ts'
import { mountDisk, run, unmountDisk } from './own-mounts.ts'
import type { Scene } from './scene.ts'

const DATA_MIB = 400
const WAL_MIB = 96

export const diskFull: Fault = {
  name: 'disk-full',
  words: 'the disk of the database is full, and has room again',
  rate: 10,
  seconds: 20,
  needsOwnMounts: true,
  prepare: (rig) =>
    onOwnDisk(rig, (cluster) => {
      renameSync(cluster, `${cluster}.before`)
      mountDisk(cluster, DATA_MIB)
      cpSync(`${cluster}.before`, cluster, { recursive: true })
      return cluster
    }),
  strike: async ({ rig }, seconds) => {
    const filler = fill(clusterOf(rig))
    await pause(seconds * 1000)
    rmSync(filler)
    return []
  },
}

export const walFull: Fault = {
  name: 'wal-full',
  words: 'the disk of the write-ahead log is full: PostgreSQL ends, and is started when it has room',
  rate: 10,
  seconds: 20,
  needsOwnMounts: true,
  prepare: (rig) =>
    onOwnDisk(rig, (cluster) => {
      const [disk, wal] = [join(rig.dataDir, 'wal-disk'), join(cluster, 'pg_wal')]
      mountDisk(disk, WAL_MIB)
      cpSync(wal, join(disk, 'pg_wal'), { recursive: true })
      rmSync(wal, { recursive: true })
      symlinkSync(join(disk, 'pg_wal'), wal)
      return disk
    }),
  strike: async (scene, seconds) => {
    const filler = fill(join(scene.rig.dataDir, 'wal-disk'))
    await useUpWal(scene)
    await pause(seconds * 1000)
    rmSync(filler)
    await untilUp(scene)
    return []
  },
}

const onOwnDisk = async (rig: Rig, move: (cluster: string) => string): Promise<() => Promise<void>> => {
  const cluster = clusterOf(rig)
  await rig.postgres.stop()
  const disk = move(cluster)
  const { uid, gid } = await asPostgresUser()
  run('chown', ['-R', `${uid}:${gid}`, disk, cluster])
  await restartPostgres(rig.postgres)
  return async () => {
    await rig.postgres.stop()
    unmountDisk(disk)
  }
}

/** Leaves no byte free. */
const fill = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  const filler = join(folder, 'filler')
  const file = openSync(filler, 'w')
  for (const size of [1_048_576, 4_096, 1]) {
    try {
      for (const block = Buffer.alloc(size); ;) writeSync(file, block)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
    }
  }
  closeSync(file)
  return filler
}

/** Goes through the segments that exist, until PostgreSQL ends for want of another. */
const useUpWal = async ({ admin }: Scene): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await admin.query(`select pg_logical_emit_message(true, 'drill', 'x'), pg_switch_wal()`)
    } catch {
      return
    }
  }
}

const untilUp = async ({ admin, rig }: Scene): Promise<void> => {
  for (;;) {
    const isUp = await admin.query('select 1').catch(() => undefined)
    if (isUp) return
    if (rig.postgres.pid() === undefined) await restartPostgres(rig.postgres)
    else await pause(100)
  }
}
