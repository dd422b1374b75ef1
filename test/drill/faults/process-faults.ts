import { setTimeout as pause } from 'node:timers/promises'
import { countDoubts } from './doubts.ts'
import type { Fault } from './fault.ts'
import { APIS, WORKERS } from './scene.ts'

export const paused: Fault = {
  name: 'paused',
  words: 'one worker of two is stopped (SIGSTOP) in a burst and goes on',
  rate: 100,
  seconds: 36,
  burst: 1_000,
  strike: async ({ processes }, seconds) => {
    const worker = processes['worker-1']
    worker.signal('SIGSTOP')
    try {
      await pause(seconds * 1000)
    } finally {
      worker.signal('SIGCONT')
    }
    return []
  },
}

const TEN_MINUTES_MS = 600_000

/** The gateway is slow and sometimes silent, so that one worker sees what the other has under way. */
const skewed = (name: string, words: string, clockShiftMs: number): Fault => ({
  name,
  words,
  rate: 10,
  seconds: 20,
  clockShiftMs,
  upstream: { gatewayMs: 400, timeoutAfterAccept: 0.02 },
  strike: async (_, seconds) => {
    await pause(seconds * 1000)
    return []
  },
})

export const ahead = skewed('ahead', 'the clock of one worker is ten minutes ahead', TEN_MINUTES_MS)
export const behind = skewed('behind', 'the clock of one worker is ten minutes behind', -TEN_MINUTES_MS)

/** What is under way when a process is asked to end has so long to come to its own end. */
const MOST_ENDING_MS = 25_000

export const terminating: Fault = {
  name: 'sigterm',
  words: 'an api and a worker are ended (SIGTERM) and started again in a burst, then the others',
  rate: 50,
  seconds: 12,
  upstream: { gatewayMs: 500 },
  strike: async ({ alive, admin }, seconds) => {
    const misses: string[] = []
    const doubtedBefore = await countDoubts(admin)
    for (const host of [0, 1] as const) {
      const restarts = [APIS[host], WORKERS[host]].map(async (name) => {
        const { how, ms } = await alive.restart(name, MOST_ENDING_MS)
        if (how !== 'code 0') misses.push(`${name} ended with ${how} after ${(ms / 1000).toFixed(1)} s`)
      })
      await Promise.all(restarts)
      await pause((seconds * 1000) / 2)
    }
    const doubted = (await countDoubts(admin)) - doubtedBefore
    if (doubted > 0) misses.push(`${doubted} texts have an unknown outcome because of it`)
    return misses
  },
}
