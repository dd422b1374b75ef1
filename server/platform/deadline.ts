/**
 * True until `ms` have passed by either clock. The monotonic one stands still while the machine is suspended, and the
 * wall clock can be set: what is past for one of them is past.
 */
export const openDeadline = (ms: number, clock: () => Date): (() => boolean) => {
  const began = performance.now()
  const beganAt = clock().getTime()
  return () => performance.now() - began <= ms && clock().getTime() - beganAt <= ms
}
