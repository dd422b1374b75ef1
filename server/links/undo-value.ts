import { MINUTE_MS } from '../platform/dates.ts'
import type { Sealer } from '../platform/seal.ts'

/**
 * Until when each opt-out that a customer made in this sitting may be undone, in milliseconds; undefined for one that
 * stood before. Choosing it again changes neither, or who has the link could undo it weeks later.
 */
export type Ended = { here: number | undefined; everywhere: number | undefined }

export const ENDED_NOTHING: Ended = { here: undefined, everywhere: undefined }

export const UNDO_MS = 30 * MINUTE_MS

/**
 * What the page gives in answer to an opt-out, so that who made it can undo it at once. The link alone undoes nothing:
 * the business that texted it has it too. Undefined where nothing was ended.
 */
export const sealUndo = (sealer: Sealer, ended: Ended, token: string): string | undefined =>
  ended.here || ended.everywhere
    ? sealer.seal(JSON.stringify(ended), placeOf(token)).toString('base64url')
    : undefined

/** Without what has run out. Undefined for one that is not ours, is another link's, or has run out altogether. */
export const openUndo = (
  sealer: Sealer,
  undo: string | undefined,
  { token, now }: { token: string; now: Date },
): Ended | undefined => {
  if (!undo) return undefined
  try {
    const opened = sealer.open(Buffer.from(undo, 'base64url'), placeOf(token))
    const { here, everywhere } = JSON.parse(opened) as Ended
    const left = (until: number | undefined) => (until && now.getTime() < until ? until : undefined)
    const ended = { here: left(here), everywhere: left(everywhere) }
    return ended.here || ended.everywhere ? ended : undefined
  } catch {
    return undefined
  }
}

const placeOf = (token: string): string => `opt_outs/undo/${token}`
