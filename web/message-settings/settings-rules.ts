import type { SmsSettings, SmsSettingsRequest } from '../../contracts/message-settings.ts'
import { leavesDecentTime, TOO_FEW_DECENT_MINUTES } from '../../contracts/shared/sending-hours.ts'

export type Draft = Omit<SmsSettingsRequest, 'version' | 'textsPerDay' | 'askFirstAt'> & {
  textsPerDay: number | null
  askFirstAt: number | null
}

/** What the form holds; the contacts beside it are saved by themselves. */
export const draftOf = (settings: SmsSettings): Draft => ({
  sendingFrom: settings.sendingFrom,
  sendingUntil: settings.sendingUntil,
  delayMinutes: settings.delayMinutes,
  askFirstAt: settings.askFirstAt,
  cooldownDays: settings.cooldownDays,
  textsPerDay: settings.textsPerDay,
  excludedWords: settings.excludedWords,
})

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** '8:00 am'; 1440 is the midnight that ends the day. */
export const clockTime = (minutes: number): string => {
  if (minutes === 1440) return 'midnight'
  const hour = Math.floor(minutes / 60)
  const rest = String(minutes % 60).padStart(2, '0')
  return `${hour % 12 || 12}:${rest} ${hour < 12 ? 'am' : 'pm'}`
}

/** Every half hour, and the one that is set. */
export const hoursToChoose = (first: number, last: number, current: number): number[] => {
  const halfHours = Array.from({ length: (last - first) / 30 + 1 }, (_, step) => first + step * 30)
  return halfHours.includes(current) ? halfHours : [...halfHours, current].sort((a, b) => a - b)
}

export type Hours = Pick<Draft, 'sendingFrom' | 'sendingUntil'>

/** Five in the afternoon, when a day of work is over. */
export const ASK_FIRST_AT = 1020

/** Half hours at which texts may go, and the one that is set. */
export const timesInside = ({ sendingFrom, sendingUntil }: Hours, current: number): number[] =>
  withCurrent(
    hoursToChoose(0, 1410, current).filter(
      (at) => sendingFrom === null || sendingUntil === null || (at >= sendingFrom && at < sendingUntil),
    ),
    current,
  )

/** This time, or the nearest at which texts may go. */
export const withinHours = <At extends number | null>(
  at: At,
  { sendingFrom, sendingUntil }: Hours,
): number | At => {
  if (at === null || sendingFrom === null || sendingUntil === null) return at
  return Math.max(sendingFrom, at < sendingUntil ? at : sendingUntil - 30)
}

export const withCurrent = (choices: number[], current: number): number[] =>
  choices.includes(current) ? choices : [...choices, current].sort((a, b) => a - b)

export const DELAYS = [0, 15, 60, 120, 240, 1440, 2880]
export const COOLDOWNS = [0, 30, 60, 90, 180, 365]

export const DAILY_LIMITS = [10, 20, 40, 60, 100, 200]

/** Of an owner who asks so many customers a day. */
export const hourlyLimit = (perDay: number): number => Math.ceil(perDay / 3)

export const paceInWords = (perDay: number): string => `At most ${perDay} a day`

export const delayInWords = (minutes: number): string => {
  if (minutes === 0) return 'At once'
  if (minutes % 1440 === 0) return after(minutes / 1440, 'day')
  return minutes % 60 === 0 ? after(minutes / 60, 'hour') : after(minutes, 'minute')
}

const after = (count: number, unit: string): string => `After ${count} ${unit}${count === 1 ? '' : 's'}`

export const cooldownInWords = (days: number): string => {
  if (days === 0) return 'For every paid invoice'
  return days === 1 ? 'At most once a day' : `At most once in ${days} days`
}

export const hoursProblem = (from: number | null, until: number | null): string | null => {
  if (from === null || until === null) return null
  if (from >= until) return 'The second hour must be later than the first.'
  return leavesDecentTime(from, until) ? null : TOO_FEW_DECENT_MINUTES
}

const WORD = { shortest: 2, longest: 60 } as const

/** Why what is typed, with commas between words, cannot be left out; null where it can, or where nothing is typed. */
export const wordProblem = (typed: string): string | null =>
  wordsIn(typed)
    .map(problemOf)
    .find((problem) => problem !== null) ?? null

/** A first letter is no mistake until it is saved. */
export const problemWhileTyping = (typed: string): string | null =>
  wordProblem(typed.replace(/(^|,)\s*[\p{L}\p{N}]$/u, ''))

const problemOf = (word: string): string | null => {
  // As the server counts: an emoji is one, and without a letter or digit no name is ever met.
  const { length } = [...word]
  if (!/[\p{L}\p{N}]/u.test(word)) return `A word to leave out has letters or digits; “${word}” has none.`
  if (length < WORD.shortest)
    return `A word to leave out has at least ${WORD.shortest} letters; “${word}” has ${length}.`
  return length > WORD.longest
    ? `A word to leave out has at most ${WORD.longest} letters; this has ${length}.`
    : null
}

const wordsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** What a save did to texts that waited: '3 texts that waited for them are cancelled.' */
export const cancelledWords = (cancelled: number): string => {
  if (cancelled === 0) return 'No text that waits is cancelled by it.'
  return cancelled === 1
    ? '1 text that waited for such a customer is cancelled.'
    : `${cancelled} texts that waited for such customers are cancelled.`
}

/** The words with those that are typed, each once. */
export const withTyped = (words: string[], typed: string): string[] =>
  wordProblem(typed) === null ? wordsIn(typed).reduce(withWord, words) : words

const withWord = (words: string[], word: string): string[] =>
  words.some((known) => known.toLowerCase() === word.toLowerCase()) ? words : [...words, word]
