import { MINUTE_MS } from '../platform/dates.ts'
import type { Sealer } from '../platform/seal.ts'

/** Which opt-outs a customer made in this sitting; those that stood before are not among them. */
export type Ended = { here: boolean; everywhere: boolean }

export const ENDED_NOTHING: Ended = { here: false, everywhere: false }

export const UNDO_MS = 30 * MINUTE_MS

type About = { token: string; now: Date }

/**
 * What the page gives in answer to an opt-out, so that who made it can undo it at once. The link alone undoes nothing:
 * the business that texted it has it too. Undefined where nothing was ended.
 */
export const sealUndo = (sealer: Sealer, ended: Ended, { token, now }: About): string | undefined =>
  ended.here || ended.everywhere
    ? sealer
        .seal(JSON.stringify({ ...ended, until: now.getTime() + UNDO_MS }), placeOf(token))
        .toString('base64url')
    : undefined

/** Undefined for one that is not ours, is another link's, or has run out. */
export const openUndo = (
  sealer: Sealer,
  undo: string | undefined,
  { token, now }: About,
): Ended | undefined => {
  if (!undo) return undefined
  try {
    const opened = sealer.open(Buffer.from(undo, 'base64url'), placeOf(token))
    const { until, here, everywhere } = JSON.parse(opened) as Ended & { until: number }
    return now.getTime() < until ? { here, everywhere } : undefined
  } catch {
    return undefined
  }
}

const placeOf = (token: string): string => `opt_outs/undo/${token}`
