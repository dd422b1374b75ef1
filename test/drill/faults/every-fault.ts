import { diskFull, walFull } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { blackHoled, frozen, late, stopped, terminated } from './postgres-faults.ts'
import { ahead, behind, paused, terminating } from './process-faults.ts'
import { vendorFaults } from './vendor-faults.ts'

/** Those that share a scene stand in a row; those that want one of their own come last. */
export const FAULTS: Fault[] = [
  terminated,
  frozen,
  blackHoled,
  stopped,
  paused,
  terminating,
  ...vendorFaults,
  late,
  diskFull,
  walFull,
  ahead,
  behind,
]
