import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves. */
const MOST_BYTES = 16 * 1024 * 1024

let grows: boolean | undefined
let keepers = 0

/**
 * Under load V8 doubles its young generation up to 128 MB, which makes a text no cheaper than this much. Its own limit
 * is an argument of the command line, and a process takes no compiled code of one with other arguments; the factor by
 * which it grows may change at any time.
 */
export const limitYoungGeneration = (): void => {
  decide()
  new PerformanceObserver(decide).observe({ entryTypes: ['gc'] })
}

/** Does not let it grow meanwhile. */
export const withoutGrowth = async <Out>(work: () => Promise<Out>): Promise<Out> => {
  keepers += 1
  decide()
  try {
    return await work()
  } finally {
    keepers -= 1
    decide()
  }
}

const decide = (): void => {
  const mayGrow = keepers === 0 && youngBytes() < MOST_BYTES
  if (mayGrow === grows) return
  grows = mayGrow
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
}

export const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.space_size
