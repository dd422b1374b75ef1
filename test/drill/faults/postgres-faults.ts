import { setTimeout as pause } from 'node:timers/promises'
import { postgresProcesses, restartPostgres, signalQuietly } from '../postgres-processes.ts'
import type { Fault } from './fault.ts'
import { DRILL } from './scene.ts'

export const terminated: Fault = {
  name: 'terminated',
  words: 'every session of ours is ended once a second (pg_terminate_backend)',
  rate: 50,
  seconds: 15,
  strike: async ({ admin }, seconds) => {
    for (let second = 0; second < seconds; second += 1) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name <> $1`,
        [DRILL],
      )
      await pause(1_000)
    }
    return []
  },
}

export const frozen: Fault = {
  name: 'frozen',
  words: 'every process of PostgreSQL is stopped (SIGSTOP) and goes on',
  rate: 10,
  seconds: 20,
  strike: async ({ rig }, seconds) => {
    const [server] = postgresProcesses(rig.postgres)
    signalQuietly(server!, 'SIGSTOP')
    const all = postgresProcesses(rig.postgres)
    for (const pid of all) signalQuietly(pid, 'SIGSTOP')
    try {
      await pause(seconds * 1000)
    } finally {
      for (const pid of all) signalQuietly(pid, 'SIGCONT')
    }
    return []
  },
}

export const blackHoled: Fault = {
  name: 'black-holed',
  words: 'connections to PostgreSQL pass nothing and stay open; later new ones pass',
  rate: 10,
  seconds: 20,
  strike: async ({ proxy }, seconds) => {
    proxy.hole()
    await pause(seconds * 1000)
    proxy.openForNew()
    return []
  },
}

export const stopped: Fault = {
  name: 'stopped',
  words: 'PostgreSQL is shut down (fast) and started again',
  rate: 10,
  seconds: 20,
  strike: async ({ rig }, seconds) => {
    await rig.postgres.stop()
    await pause(seconds * 1000)
    await restartPostgres(rig.postgres)
    return []
  },
}

export const late: Fault = {
  name: 'late',
  words: 'PostgreSQL is started after the processes',
  rate: 10,
  seconds: 15,
  startsLate: true,
  strike: async ({ rig }, seconds) => {
    await pause(seconds * 1000)
    await restartPostgres(rig.postgres)
    return []
  },
}
