import { diskFull, walFull } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { blackHoled, frozen, late, stopped, terminated } from './postgres-faults.ts'
import { ahead, behind, paused, terminating } from './process-faults.ts'
import { vendorFaults } from './vendor-faults.ts'

export const FAULTS: Fault[] = [
  terminated,
  frozen,
  blackHoled,
  stopped,
  late,
  diskFull,
  walFull,
  paused,
  ahead,
  behind,
  terminating,
  ...vendorFaults,
]
