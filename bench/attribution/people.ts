import type { Draws } from './draws.ts'
import type { World } from './worlds.ts'

export type Person = { first: string; last: string }

const COMMON_FIRST =
  `James John David Robert Michael Peter Paul Andrew Mark Christopher Stephen William Thomas Daniel Matthew Sarah
Susan Jennifer Elizabeth Karen Michelle Lisa Nicole Margaret Rebecca Jessica Emma Catherine Samantha Amanda Moana Aroha Hēmi Wiremu
Māia Mere Tāne Ngaire Joanne Anthony Timothy Nicholas Benjamin Jonathan Patricia Christine Deborah Helen Julie Alexander`.split(
    /\s+/,
  )
const COMMON_LAST =
  `Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Nguyen Walker Harris Lee Ryan
Robinson Kelly King Singh Patel Kaur Wang Chen Tāwhiri Parata Ngata Henare Campbell Edwards Clarke Evans Turner Scott Wright`.split(
    /\s+/,
  )
const SHORT: Record<string, string[]> = {
  James: ['Jim', 'Jamie'],
  David: ['Dave'],
  Robert: ['Bob', 'Rob'],
  Michael: ['Mike', 'Mick'],
  Peter: ['Pete'],
  Andrew: ['Andy'],
  Christopher: ['Chris'],
  Stephen: ['Steve'],
  William: ['Bill', 'Will'],
  Thomas: ['Tom'],
  Daniel: ['Dan'],
  Matthew: ['Matt'],
  Susan: ['Sue'],
  Jennifer: ['Jen', 'Jenny'],
  Elizabeth: ['Liz', 'Beth'],
  Rebecca: ['Bec'],
  Jessica: ['Jess'],
  Catherine: ['Cath', 'Kate'],
  Samantha: ['Sam'],
  Amanda: ['Mandy'],
  Joanne: ['Jo'],
  Anthony: ['Tony'],
  Timothy: ['Tim'],
  Nicholas: ['Nick'],
  Benjamin: ['Ben'],
  Patricia: ['Trish', 'Pat'],
  Christine: ['Chris'],
  Deborah: ['Deb'],
  Alexander: ['Alex'],
}
const SYLLABLES = [
  'ka',
  'ri',
  'mo',
  'len',
  'tas',
  'bro',
  'vin',
  'da',
  'hel',
  'ju',
  'na',
  'per',
  'sho',
  'wick',
  'za',
  'fe',
  'gor',
  'lu',
]
const NICKNAMES = [
  'Gold Coast Gal',
  'sparky',
  'KiwiTraveller',
  'Happy Customer',
  'B & B',
  '🌸🌸',
  'surfer dude',
  'Mum of Three',
  'tradie watcher',
  'J-dawg',
]

/** Whom this world's customers are drawn from. Few names are common and many are rare, as among real people. */
export const peopleOf = (world: World, draws: Draws) => {
  const firsts = namesFor(COMMON_FIRST, world.firstNames)
  const lasts = namesFor(COMMON_LAST, world.lastNames)
  const stranger = world.strangersNamedOtherwise
  const firstOf = zipf(firsts.length, world.nameSkew, draws)
  const lastOf = zipf(lasts.length, world.nameSkew * 0.9, draws)
  return {
    customer: (): Person => ({ first: firsts[firstOf()]!, last: lasts[lastOf()]! }),
    stranger: (): Person =>
      stranger
        ? { first: firsts[firsts.length - 1 - firstOf()]!, last: lasts[lasts.length - 1 - lastOf()]! }
        : { first: firsts[firstOf()]!, last: lasts[lastOf()]! },
    firstName: (): string => firsts[firstOf()]!,
    lastName: (): string => lasts[lastOf()]!,
    shortened: (first: string): string => draws.pick(SHORT[first] ?? [first]),
    nickname: (): string =>
      draws.pick(NICKNAMES) + (draws.happens(0.5) ? Math.floor(draws.between(1, 99)) : ''),
  }
}

const namesFor = (common: string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => common[index] ?? madeUp(index))

const madeUp = (index: number): string => {
  const word = [index % 18, Math.floor(index / 18) % 18, Math.floor(index / 324) % 18]
    .map((at) => SYLLABLES[at])
    .join('')
  return word[0]!.toUpperCase() + word.slice(1)
}

const zipf = (count: number, skew: number, draws: Draws): (() => number) => {
  const sums: number[] = []
  for (let rank = 0; rank < count; rank += 1) sums.push((sums[rank - 1] ?? 0) + 1 / (rank + 5) ** skew)
  return () => {
    const wanted = draws.uniform() * sums[count - 1]!
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
