import { useState } from 'react'

/** Words that she put aside to look at what another window saved: the newest first, each once, none that is saved. */
export type Aside = {
  words: string[]
  put: (words: string) => void
  /** Taken back, or thrown away. */
  remove: (words: string) => void
}

export const useAside = (saved: string, kept: string[] = []): Aside => {
  const [all, setAll] = useState(kept)
  return {
    words: all.filter((words) => words !== saved),
    put: (words) => setAll((before) => [words, ...without(before, words)]),
    remove: (words) => setAll((before) => without(before, words)),
  }
}

const without = (all: string[], words: string): string[] => all.filter((other) => other !== words)
