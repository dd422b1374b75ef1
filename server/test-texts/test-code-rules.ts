import type { SmsTestCodeResponse } from '../../contracts/shared/test-codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'
import type { Pace } from './test-limit-rules.ts'

export const CODE_LIVES_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5

/** Another code for the same number. */
export const CODE_AGAIN_MS = MINUTE_MS

/** How long from now until another code may be asked for, after one of `createdAt`. */
export const askAgainSeconds = (createdAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((createdAt.getTime() + CODE_AGAIN_MS - now.getTime()) / 1000))

/** Codes are free, so there are few: to one number of a business, and of a business in all. */
export const NUMBER_PACES: Pace[] = [
  { most: 1, ms: CODE_AGAIN_MS },
  { most: 3, ms: HOUR_MS },
]
export const BUSINESS_PACES: Pace[] = [
  { most: 5, ms: HOUR_MS },
  { most: 10, ms: DAY_MS },
]
/** To one phone, whichever businesses ask. */
export const PHONE_PACE: Pace = { most: 5, ms: DAY_MS }

/** Six digits; `random` gives a whole number from 0 to below its argument. */
export const newCode = (random: (below: number) => number): string =>
  String(random(1_000_000)).padStart(6, '0')

/** What phones recognise as a code to fill in. It names no business: a name could say anything to a stranger. */
export const codeText = (code: string, isTwoWay: boolean): string =>
  `${code} is your Goodword code, for 10 minutes. It lets test texts go to this phone. If you did not ask for it, ignore this text.` +
  (isTwoWay ? ' Reply STOP to opt out' : '')

/** `triesLeft` of the code that has most left. */
export const wrongCode = (triesLeft: number): Refusal => {
  const left = triesLeft === 1 ? 'One try is left.' : `${triesLeft} tries are left.`
  return new Refusal('wrong-code', 409, `That is not the code. ${left}`)
}

/** Refusal 409: no code of this number is open, or has tries left. */
export const codeIsOver = (): Refusal =>
  new Refusal(
    'code-over',
    409,
    'No code for this number counts any more: it is too old, or was tried too often. Please ask for a new one.',
  )

/** Refusal 409: a test to a number that its owner has not confirmed, with the code to it that still counts. */
export const notConfirmed = (openCode: SmsTestCodeResponse | undefined): Refusal => {
  const next = openCode ? 'type in the code that we texted to it' : 'ask for a code first'
  const words = `A test goes only to a number that you have confirmed. Please ${next}.`
  return new Refusal('number-not-confirmed', 409, words, openCode ? { openCode } : {})
}

/** Refusal 409: a code for a number that needs none any more. */
export const confirmedAlready = (): Refusal =>
  new Refusal('number-confirmed', 409, 'This number is confirmed already: the test can go.')
