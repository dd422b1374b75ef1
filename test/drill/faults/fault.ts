import type { FaultSettings } from '../../../bench/upstream/faults.ts'
import type { Rig } from '../../../bench/rig/rig.ts'
import type { Scene } from './scene.ts'

/** Half of the texts have no callbacks, so that these cannot be what keeps a text from being sent twice. */
export const MANNERS: Partial<FaultSettings> = { silent: 0.5 }

/** What befalls a running product, for how long, and what may be expected of it meanwhile. */
export type Fault = {
  name: string
  /** For whoever reads the table. */
  words: string
  /** Invoices paid in a second; each is reported twice. */
  rate: number
  seconds: number
  /** After so many invoices they come slowly. */
  burst?: number
  /** How the gateway and Xero behave in this run, beside the fault itself. */
  upstream?: Partial<FaultSettings>
  /** Laid over the second worker's wall clock, from its start. */
  clockShiftMs?: number
  /** The processes are started by the fault itself. */
  startsLate?: boolean
  /** The vendors that the upstream stand-in does not play are the sandbox's. */
  withSandbox?: boolean
  /** It mounts a disk of its own. */
  needsOwnMounts?: boolean
  /** Before the processes start; returns how to take it back. */
  prepare?: (rig: Rig) => Promise<() => Promise<void>>
  /** While it lasts no text can go, whoever tries: an organisation stands still from its end on. */
  stopsTexts?: boolean
  /** The same of reading invoices. */
  stopsSyncs?: boolean
  /** Another server becomes the primary: how long no text goes has a bar of its own, and some customers say STOP. */
  isFailover?: boolean
  /** What was committed is lost: before texts go on, calls whose claims were forgotten are waited for. */
  forgets?: boolean
  /** Settled when the fault is over. Returns, in words, what must not be and only it can see. */
  strike: (scene: Scene, seconds: number) => Promise<string[]>
}
