import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '../figures.ts'
import type { Bench } from './bench.ts'

const SETTLE_MS = 5_000

export type AtRest = { api: number; worker: number }

/** After the start, before any work. */
export const measureRest = async ({ rig, sized }: Bench): Promise<AtRest> => {
  await pause(sized(SETTLE_MS, SETTLE_MS, 0))
  return { api: rig.api.memory().rssMiB, worker: rig.worker.memory().rssMiB }
}

/** (f) Resident memory of the product's two processes; the peak is the highest that each ever had. */
export const reportMemory = ({ rig, recordPeaks }: Bench, rest: AtRest): Part => {
  const peak = recordPeaks()
  const now = rig.api.memory().rssMiB + rig.worker.memory().rssMiB
  return {
    letter: 'f',
    title: 'resident memory of api + worker',
    figures: [
      {
        what: 'at rest',
        value: rest.api + rest.worker,
        unit: 'MiB',
        bar: { atMost: 240 },
        note: `api ${rest.api.toFixed(0)}, worker ${rest.worker.toFixed(0)}`,
      },
      {
        what: 'at peak',
        value: peak.api + peak.worker,
        unit: 'MiB',
        bar: { atMost: 450 },
        note: `api ${peak.api.toFixed(0)}, worker ${peak.worker.toFixed(0)}`,
      },
      { what: 'after the work', value: now, unit: 'MiB' },
    ],
  }
}
