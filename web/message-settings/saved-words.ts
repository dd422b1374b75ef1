import { cancelledWords, type Draft } from './settings-rules.ts'

/** What a save of the settings does to texts that wait, and what counts only from the next paid invoice on. */
export const savedWords = (before: Draft, after: Draft, cancelled: number): string => {
  const moved = [
    isOther(before, after, ['sendingFrom', 'sendingUntil']) && 'sending hours',
    isOther(before, after, ['textsPerDay']) && 'pace',
  ].filter(Boolean)
  const hasMore = isOther(before, after, ['delayMinutes', 'cooldownDays', 'excludedWords', 'askFirstAt'])
  const keepTime = isOther(before, after, ['delayMinutes', 'askFirstAt'])
  return [
    'Your settings are saved.',
    moved.length > 0
      ? `Texts that wait keep to the new ${moved.join(' and ')}${hasMore ? `; ${all(cancelled)} ${LATER}` : ''}.`
      : keepTime
        ? `Texts that wait keep their time: what you changed ${LATER}.`
        : cancelled === 0 && `They count from the next paid invoice on.`,
    cancelled > 0 && cancelledWords(cancelled),
  ]
    .filter(Boolean)
    .join(' ')
}

const LATER = 'counts from the next paid invoice on'
const all = (cancelled: number): string => (cancelled > 0 ? 'the rest' : 'all else')

const isOther = (before: Draft, after: Draft, names: (keyof Draft)[]): boolean =>
  names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** `waiting`: texts that were planned before review requests were switched off, and were not due since. */
export const switchedOnWords = (waiting: number): string =>
  `Review requests are on, from the next paid invoice${waiting > 0 ? ', and for texts that still wait' : ''}.`
