/** One line of the doctor's: what was looked at, how it is, and what to do where it is wrong. */
export type Check = { name: string; state: 'ok' | 'WRONG' | 'not checked'; words: string }

export const ok = (name: string, words: string): Check => ({ name, state: 'ok', words })
export const wrong = (name: string, words: string): Check => ({ name, state: 'WRONG', words })
export const notChecked = (name: string, words: string): Check => ({ name, state: 'not checked', words })

export const isAre = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** '5 minutes ago' */
export const ago = (at: Date): string => {
  const minutes = Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000))
  if (minutes < 120) return isAre(minutes, 'minute ago', 'minutes ago')
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`
}
