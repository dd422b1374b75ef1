/** `about` names one thing, such as a text: what is said of it later takes the place of what was said before. */
export type Said = { words: string; about?: string }

/** Words are compared only where neither names a thing: two customers of one name are two texts. */
export const isReplaced = (shown: Said, next: Said): boolean =>
  shown.about === next.about && (next.about !== undefined || shown.words === next.words)
