import { MINUTE_MS } from '../../platform/dates.ts'

type Raised = {
  reason: string
  isSynchronous: boolean
  seenAt: Date
  upSince: Date
  wentBack: boolean
  hasForgottenTexts: boolean
}

/** A failover is over by then; a restore to a moment, which has the same traces, takes longer. */
const FAILOVER_MS = 15 * MINUTE_MS

/**
 * Whether owners may have changed settings that are forgotten, of which no vendor knows. Not after a promotion where
 * commits wait for a standby, nor after a restart: then only where a forgotten text or order proves it.
 */
export const mayLackSettings = (fence: Raised): boolean => {
  if (fence.wentBack || fence.hasForgottenTexts) return true
  if (fence.reason !== 'restored') return false
  return !fence.isSynchronous || fence.upSince.getTime() - fence.seenAt.getTime() > FAILOVER_MS
}
