/** What is assumed of reality. Every business of a world lies around these, `spread` in log odds or logarithm. */
export type World = {
  name: string
  weeks: number
  /** Weeks of known reviews before the first text. */
  weeksBefore: number
  textsPerWeek: number
  /** Texts go in clusters of about so many, within an hour. */
  cluster: number
  organicPerWeek: number
  /** Share of those who write by themselves who were texted lately. */
  organicFromTexted: number
  /** Share of organic reviews that come in bursts of about five within two days. */
  organicInBursts: number
  opened: number
  writesAfterOpening: number
  writesUnopened: number
  delayShape: 'lognormal' | 'weibull' | 'uniform'
  /** Times as long as in the base world. */
  delayFactor: number
  /** Share of texts whose link a machine opens and looks human. */
  scanned: number
  nicknames: number
  partners: number
  renamed: number
  anonymous: number
  /** How the others appear: whole name, first name and initial, first name, initial and surname, initials. */
  shownAs: [number, number, number, number, number]
  shortForms: number
  /** How a contact stands in Xero: person, company with a first name, company without, name only, first name only. */
  contacts: [number, number, number, number, number]
  firstNames: number
  lastNames: number
  nameSkew: number
  strangersNamedOtherwise: boolean
  spread: number
}

const BASE: World = {
  name: 'base',
  weeks: 26,
  weeksBefore: 26,
  textsPerWeek: 12,
  cluster: 1,
  organicPerWeek: 0.7,
  organicFromTexted: 0.1,
  organicInBursts: 0,
  opened: 0.35,
  writesAfterOpening: 0.3,
  writesUnopened: 0.015,
  delayShape: 'lognormal',
  delayFactor: 1,
  scanned: 0.06,
  nicknames: 0.12,
  partners: 0.04,
  renamed: 0.04,
  anonymous: 0.03,
  shownAs: [0.72, 0.1, 0.1, 0.05, 0.03],
  shortForms: 0.2,
  contacts: [0.78, 0.08, 0.06, 0.05, 0.03],
  firstNames: 500,
  lastNames: 1500,
  nameSkew: 0.9,
  strangersNamedOtherwise: false,
  spread: 0.4,
}

const world = (name: string, differs: Partial<World>): World => ({ ...BASE, name, ...differs })

export const WORLDS: World[] = [
  BASE,
  world('few texts, 3 a week', { textsPerWeek: 3 }),
  world('many texts, 50 a week', { textsPerWeek: 50 }),
  world('nicknames 5 %', { nicknames: 0.05 }),
  world('nicknames 35 %', { nicknames: 0.35 }),
  world('shared first names: 25 distinct', { firstNames: 25, nameSkew: 0.6, lastNames: 120 }),
  world('shown by first name only', { shownAs: [0, 0, 1, 0, 0] }),
  world('contacts with a first name only', { contacts: [0.1, 0.1, 0.05, 0, 0.75] }),
  world('initials: half shown as A. Name or A. N.', { shownAs: [0.25, 0.15, 0.1, 0.3, 0.2] }),
  world('few reviews by themselves', { organicPerWeek: 0.1 }),
  world('many reviews by themselves', { organicPerWeek: 4 }),
  world('reviews by themselves come in bursts', { organicPerWeek: 2, organicInBursts: 0.8 }),
  world('a quarter of the organic reviewers were texted', { organicFromTexted: 0.25 }),
  world('delays four times shorter', { delayFactor: 0.25 }),
  world('delays four times longer', { delayFactor: 4 }),
  world('delays of Weibull’s shape', { delayShape: 'weibull' }),
  world('delays uniform over a week', { delayShape: 'uniform' }),
  world('few answer', { opened: 0.25, writesAfterOpening: 0.07, writesUnopened: 0.003 }),
  world('many answer', { opened: 0.6, writesAfterOpening: 0.55, writesUnopened: 0.06 }),
  world('many answer without opening', { opened: 0.15, writesAfterOpening: 0.3, writesUnopened: 0.1 }),
  world('half of the links opened by scanners', { scanned: 0.5 }),
  world('partners’ accounts 20 %', { partners: 0.2 }),
  world('companies without a first name 40 %', { contacts: [0.4, 0.1, 0.4, 0.05, 0.05] }),
  world('jobs in clusters of eight', { cluster: 8 }),
  world('strangers named otherwise', { strangersNamedOtherwise: true }),
  world('businesses of very mixed sizes and habits', { spread: 1.1 }),
  world('four weeks old, no reviews known before', { weeks: 4, weeksBefore: 0 }),
  world('everything is difficult', {
    nicknames: 0.3,
    organicPerWeek: 2.5,
    organicInBursts: 0.5,
    scanned: 0.3,
    firstNames: 60,
    lastNames: 200,
    shownAs: [0.3, 0.2, 0.35, 0.1, 0.05],
    cluster: 5,
    partners: 0.1,
    writesAfterOpening: 0.12,
  }),
]

/** Printed and not judged: the model is known to bend. An older customer's name is less of a coincidence there. */
export const BEYOND: World[] = [
  world('half of the many organic reviewers were texted', { organicFromTexted: 0.5, organicPerWeek: 1.5 }),
]
