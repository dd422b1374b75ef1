import { readStorage, writeStorage } from '../browser-storage.ts'

const KEPT = 'goodword.kept-message'

/** The message as an owner was writing it, and what was saved when she began, so that no newer one is overwritten. */
export type KeptWords = {
  /** Null where she only put words aside. */
  message: string | null
  seen: { message: string; version: string }
  /** What she wrote before, and put aside to look at what another window saved; the newest first. */
  aside: string[]
}

/** In this tab, for her alone. */
export const keepWords = (userId: string, words: KeptWords): void =>
  writeStorage('session', KEPT, JSON.stringify({ userId, ...words }))

export const forgetWords = (): void => writeStorage('session', KEPT, null)

export const keptWords = (userId: string): KeptWords | null => {
  const kept = readStorage('session', KEPT)
  if (kept === null) return null
  const { userId: whose, aside, ...words } = JSON.parse(kept) as KeptWords & { userId: string }
  // One text or none is what an earlier release kept.
  return whose === userId ? { ...words, aside: [aside ?? []].flat() } : null
}
