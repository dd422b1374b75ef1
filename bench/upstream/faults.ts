import { seededRandom } from '../rig/seeded-random.ts'

/** Shares of 0 to 1 of the gateway's creates that go wrong, drawn from a seeded sequence. Latencies in ms. */
export type FaultSettings = {
  timeoutAfterAccept: number
  tooMany: number
  serverError: number
  /** Of texts: no status callback ever comes for these. */
  silent: number
  xeroMs: number
  gatewayMs: number
  /** Whose calls are taken and never answered. */
  hanging: Hanging
}

export type Hanging = 'none' | 'xero' | 'twilio-send' | 'twilio-list'

export type Fault = 'hang' | 'reset' | 'too-many' | 'error-after-accept' | 'error-before-accept'

export type Faults = ReturnType<typeof createFaults>

const NONE: FaultSettings = {
  timeoutAfterAccept: 0,
  tooMany: 0,
  serverError: 0,
  silent: 0,
  xeroMs: 0,
  gatewayMs: 0,
  hanging: 'none',
}

export const createFaults = () => {
  let settings = NONE
  let random = seededRandom(1)
  let drawn: Partial<Record<Fault, number>> = {}

  return {
    settings: () => settings,
    drawn: () => drawn,
    set: ({ seed, ...given }: Partial<FaultSettings> & { seed?: number }) => {
      settings = { ...NONE, ...given }
      random = seededRandom(seed ?? 1)
      drawn = {}
    },
    drawSilence: (): boolean => settings.silent > 0 && random() < settings.silent,
    /** The fault of the next create. A timeout is no answer or a reset; after half of the 5xx the text was taken. */
    draw: (): Fault | undefined => {
      const { timeoutAfterAccept, tooMany, serverError } = settings
      if (timeoutAfterAccept + tooMany + serverError === 0) return undefined
      const fault = pick(random(), random() < 0.5, settings)
      if (fault) drawn[fault] = (drawn[fault] ?? 0) + 1
      return fault
    },
  }
}

const pick = (at: number, coin: boolean, settings: FaultSettings): Fault | undefined => {
  const { timeoutAfterAccept, tooMany, serverError } = settings
  if (at < timeoutAfterAccept) return coin ? 'hang' : 'reset'
  if (at < timeoutAfterAccept + tooMany) return 'too-many'
  if (at < timeoutAfterAccept + tooMany + serverError)
    return coin ? 'error-after-accept' : 'error-before-accept'
  return undefined
}

/** Which of the vendors' doors a call is for, by its method and path. */
export const doorOf = (method: string, path: string): Hanging => {
  if (path.startsWith('/control/')) return 'none'
  if (!path.startsWith('/2010-04-01/')) return 'xero'
  return method === 'POST' ? 'twilio-send' : 'twilio-list'
}
