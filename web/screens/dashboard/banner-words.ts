import { dayOf } from '../../lib/formats/days.ts'
import { counted, dateInWords, inMoney } from '../../lib/words.ts'
import { onItsWayInWords } from '../../payments/on-its-way.ts'
import type { FundsWarning } from './funds-rules.ts'

/**
 * While review requests are off, no text waits for funds: the warning promises none. While a payment is on its way,
 * `coming`, it asks for no other unless more is owed, and says what else lapses.
 */
export const fundsWords = (warning: FundsWarning, isOff: boolean, coming?: number): string => {
  const onItsWay = onItsWayInWords(coming)
  if (onItsWay === null) return warningWords(warning, isOff)
  if ('texts' in warning) return `${warningWords(warning, isOff)} ${onItsWay}`
  return isMoreOwed(warning, coming) ? owedWords(warning.owed, isOff, coming) : onItsWay
}

const isMoreOwed = (warning: FundsWarning, coming = 0): warning is FundsWarning & { owed: number } =>
  'owed' in warning && warning.owed > coming

const warningWords = (warning: FundsWarning, isOff: boolean): string => {
  if (warning.kind === 'low') return `${daysOfTexts(warning.daysLeft)} of texts left at your current pace.`
  if (warning.kind === 'waiting' && !isOff)
    return `${waitFor(warning.texts)}, and you ${warning.owed > 0 ? `owe ${inMoney(warning.owed)}` : 'have none'}. ${LAPSE}`
  if ('owed' in warning && warning.owed > 0) return owedWords(warning.owed, isOff)
  if (warning.kind === 'waiting') return 'You have no funds.'
  if (warning.kind === 'short')
    return isOff
      ? 'Your funds do not cover a text.'
      : `${waitFor(warning.texts)}: what is left does not cover the next one. ${LAPSE}`
  if (warning.kind === 'empty')
    return isOff
      ? 'You have no funds left.'
      : 'You have no funds left. Texts wait until you add some, for up to 7 days.'
  return isOff
    ? 'You have no funds yet.'
    : 'Add funds to send your first text. Until then, texts wait for up to 7 days.'
}

const owedWords = (owed: number, isOff: boolean, coming = 0): string => {
  const rest = coming > 0 ? `the other ${inMoney(owed - coming)}` : 'that'
  return [
    `You owe ${inMoney(owed)}: a payment went back to you after part of it was spent.`,
    onItsWayInWords(coming),
    isOff ? null : `Texts wait until you add more than ${rest}, for up to 7 days.`,
  ]
    .filter((words) => words !== null)
    .join(' ')
}

const LAPSE = 'After 7 days without funds a text is not sent any more.'

const waitFor = (texts: number): string =>
  `${counted(texts, 'text')} ${texts === 1 ? 'waits' : 'wait'} for funds`

const daysOfTexts = (days: number): string => (days < 1 ? 'Less than a day' : `About ${counted(days, 'day')}`)

export const offWords = (waiting: number): string =>
  ['Review requests are switched off, so no customer is texted.', waitingWords(waiting)].join(' ').trim()

/** '2 texts are waiting and will not be sent.' Nothing where none waits. */
const waitingWords = (waiting: number): string => {
  if (waiting === 0) return ''
  return `${counted(waiting, 'text')} ${waiting === 1 ? 'is' : 'are'} waiting and will not be sent.`
}

type Turns = { count: number; lastAt: string; perDay: number; tooLate: number }

/** '194 texts wait for their turn … The last goes on Tuesday 24 November.' */
export const turnWords = (
  { count, lastAt, perDay, tooLate }: Turns,
  { timeZone, today }: { timeZone?: string | undefined; today: string },
): string => {
  const last = dayOf(lastAt, timeZone)
  const end = last === today ? 'today' : `on ${dateInWords(last, today)}`
  const wait = count === 1 ? 'waits for its turn' : 'wait for their turn'
  return [
    `${counted(count, 'text')} ${wait}: so that reviews come in naturally, you ask ${perDay} customers a day at most.`,
    tooLate > 0
      ? `${tooLate} of them would come more than two weeks late, and will not be sent. A higher pace in SMS Setup sends more.`
      : `${count === 1 ? 'It goes' : 'The last goes'} ${end}.`,
  ].join(' ')
}

export const skippedWords = (skipped: number): string =>
  skipped === 0 ? 'They are on their way already.' : `${counted(skipped, 'text')} will not be sent.`
