import type { AskedText, ShownReview } from '../../server/reviews/attribution/candidates-rules.ts'
import { drawsFrom, type Draws } from './draws.ts'
import { peopleOf, type Person } from './people.ts'
import type { World } from './worlds.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 168
export const START = Date.UTC(2026, 0, 5)

type Habits = ReturnType<typeof habitsOf>
type Customer = { person: Person; text: AskedText }
type Written = { review: ShownReview; textId: string | undefined }

export type SimulatedBusiness = {
  reviews: ShownReview[]
  texts: AskedText[]
  since: Date
  until: Date
  /** The text of the person who wrote a review in the 21 days after it, by the review's id. */
  truth: Map<string, string>
}

export const simulateBusiness = (world: World, seed: number): SimulatedBusiness => {
  const draws = drawsFrom(seed)
  const habits = habitsOf(world, draws)
  const people = peopleOf(world, draws)
  const until = world.weeks * WEEK_HOURS
  const asked = sendingHours(habits, draws, until).map((hour, index) =>
    textTo(hour, index, habits, people, draws),
  )
  const written = [
    ...asked.flatMap((customer) => answerOf(customer, habits, people, draws)),
    ...organicReviews(asked, habits, people, draws, until),
  ]
    .filter(({ review }) => hourOf(review.createdAt) < until)
    .map((one, index) => ({ ...one, review: { ...one.review, id: `review-${index}` } }))
  return {
    reviews: written.map(({ review }) => review),
    texts: asked.map(({ text }) => text),
    since: at(-world.weeksBefore * WEEK_HOURS),
    until: at(until),
    truth: new Map(
      written.flatMap(({ review, textId }) => {
        const sent = textId === undefined ? -Infinity : hourOf(asked[Number(textId.slice(5))]!.text.sentAt)
        return textId && hourOf(review.createdAt) - sent <= 21 * 24 ? [[review.id, textId]] : []
      }),
    ),
  }
}

/** One business of the world: its own chances around those of the world. */
const habitsOf = (world: World, draws: Draws) => {
  const chance = (centre: number) => draws.near(centre, world.spread)
  return {
    ...world,
    textsPerWeek: draws.lognormal(world.textsPerWeek, world.spread),
    organicPerWeek: draws.lognormal(world.organicPerWeek, world.spread),
    opened: chance(world.opened),
    writesAfterOpening: chance(world.writesAfterOpening),
    writesUnopened: chance(world.writesUnopened),
    nicknames: chance(world.nicknames),
    partners: chance(world.partners),
    delayFactor: draws.lognormal(world.delayFactor, world.spread / 2),
    scanned: chance(world.scanned),
  }
}

const sendingHours = ({ textsPerWeek, cluster }: Habits, draws: Draws, until: number): number[] => {
  const hours: number[] = []
  const clusters = draws.poisson((textsPerWeek / WEEK_HOURS / cluster) * until)
  for (let count = 0; count < clusters; count += 1) {
    const hour = Math.floor(draws.between(0, until / 24)) * 24 + draws.between(9, 19)
    const size = cluster === 1 ? 1 : 1 + draws.poisson(cluster - 1)
    for (let each = 0; each < size; each += 1) hours.push(hour + (cluster === 1 ? 0 : draws.between(0, 1)))
  }
  return hours.toSorted((a, b) => a - b)
}

type People = ReturnType<typeof peopleOf>

const textTo = (hour: number, index: number, habits: Habits, people: People, draws: Draws): Customer => {
  const person = people.customer()
  const visitedAt = draws.happens(habits.scanned) ? [at(hour + draws.between(0.001, 0.05))] : []
  const text = {
    id: `text-${index}`,
    customer: `customer-${index}`,
    ...contactOf(person, habits, people, draws),
  }
  return { person, text: { ...text, sentAt: at(hour), visitedAt } }
}

const contactOf = ({ first, last }: Person, { contacts }: Habits, people: People, draws: Draws) => {
  const known = draws.happens(0.1) ? people.shortened(first) : first
  const company = `${people.lastName()} ${draws.pick(['Holdings Ltd', 'Builders', 'Property Pty Ltd', 'Café', 'Motel'])}`
  return [
    { name: `${known} ${last}`, firstName: known },
    { name: company, firstName: known },
    { name: company, firstName: null },
    { name: draws.happens(0.5) ? `${last}, ${known}` : `${known} ${last}`, firstName: null },
    { name: known, firstName: known },
  ][oneOf(contacts, draws)]!
}

/** Opens or not, writes or not; who writes later opens again half of the time. */
const answerOf = ({ person, text }: Customer, habits: Habits, people: People, draws: Draws): Written[] => {
  const sent = hourOf(text.sentAt)
  const write = (hour: number): Written[] => [
    { review: reviewBy(person, hour, habits, people, draws), textId: text.id },
  ]
  if (!draws.happens(habits.opened))
    return draws.happens(habits.writesUnopened) ? write(sent + delay(20, 1.3, habits, draws)) : []
  const opened = sent + draws.lognormal(0.6 * habits.delayFactor, 1.8)
  text.visitedAt.push(at(opened))
  if (!draws.happens(habits.writesAfterOpening)) return []
  if (draws.happens(0.7)) return write(opened + delay(0.08, 0.9, habits, draws))
  const later = opened + delay(24, 1.3, habits, draws)
  if (draws.happens(0.5)) return write(later)
  text.visitedAt.push(at(later))
  return write(later + delay(0.08, 0.9, habits, draws))
}

const delay = (median: number, sigma: number, { delayShape, delayFactor }: Habits, draws: Draws): number => {
  if (delayShape === 'lognormal') return draws.lognormal(median * delayFactor, sigma)
  if (delayShape === 'weibull') return draws.weibull(median * 1.8 * delayFactor, 0.6)
  return median < 1 ? draws.between(0, 1) : draws.between(0, 168)
}

const organicReviews = (
  asked: Customer[],
  habits: Habits,
  people: People,
  draws: Draws,
  until: number,
): Written[] => {
  const begin = -habits.weeksBefore * WEEK_HOURS
  const count = draws.poisson((habits.organicPerWeek * (until - begin)) / WEEK_HOURS)
  const bursts = Array.from({ length: Math.ceil(count / 5) }, () => draws.between(begin, until))
  return Array.from({ length: count }, () => {
    const inBurst = draws.happens(habits.organicInBursts)
    const hour = inBurst ? draws.pick(bursts) + draws.between(0, 48) : draws.between(begin, until)
    const lately = asked.filter(
      ({ text }) => hourOf(text.sentAt) < hour && hourOf(text.sentAt) > hour - 60 * 24,
    )
    const texted =
      draws.happens(habits.organicFromTexted) && lately.length > 0 ? draws.pick(lately) : undefined
    const person = texted?.person ?? people.stranger()
    return { review: reviewBy(person, hour, habits, people, draws), textId: texted?.text.id }
  })
}

const reviewBy = (
  person: Person,
  hour: number,
  habits: Habits,
  people: People,
  draws: Draws,
): ShownReview => {
  const isAnonymous = draws.happens(habits.anonymous)
  return {
    id: '',
    isAnonymous,
    displayName: isAnonymous ? null : displayOf(person, habits, people, draws),
    createdAt: at(hour),
  }
}

const displayOf = ({ first, last }: Person, habits: Habits, people: People, draws: Draws): string => {
  if (draws.happens(habits.nicknames))
    return draws.happens(0.5) ? people.nickname() : `${people.firstName()} ${people.lastName()}`
  const name = draws.happens(habits.partners)
    ? people.firstName()
    : draws.happens(habits.shortForms)
      ? people.shortened(first)
      : first
  const surname = draws.happens(habits.renamed) ? people.lastName() : last
  const shown = [
    `${name} ${surname}`,
    `${name} ${surname[0]}`,
    name,
    `${name[0]}. ${surname}`,
    `${name[0]} ${surname[0]}`,
  ][oneOf(habits.shownAs, draws)]!
  if (draws.happens(0.05)) return `${shown} 🌸`
  return draws.happens(0.08) ? shown.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '') : shown
}

const oneOf = (shares: readonly number[], draws: Draws): number => {
  let left = draws.uniform() * shares.reduce((sum, share) => sum + share, 0)
  const found = shares.findIndex((share) => (left -= share) < 0)
  return Math.max(0, found)
}

const at = (hour: number): Date => new Date(START + hour * HOUR_MS)
const hourOf = (date: Date): number => (date.getTime() - START) / HOUR_MS
