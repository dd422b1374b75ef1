import type { Business } from './businesses.ts'

export type Search = { input: string; regionCodes: string[]; withServiceAreas: boolean; types: string[] }

const MOST = 5

/**
 * Every word typed must begin a word of the name, the place or the trade; names come before the others, the better
 * known first.
 */
export const searchBusinesses = (businesses: Iterable<Business>, search: Search): Business[] => {
  const typed = wordsOf(search.input)
  if (typed.length === 0) return []
  const regions = new Set(search.regionCodes.map((code) => code.toUpperCase()))
  return [...businesses]
    .filter(({ region }) => regions.size === 0 || regions.has(region.country))
    .filter(({ street }) => search.withServiceAreas || street !== undefined)
    .filter(({ type }) => search.types.length === 0 || search.types.some((wanted) => isOfType(type, wanted)))
    .map((business) => ({ business, score: scoreOf(business, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.business.name.localeCompare(b.business.name))
    .slice(0, MOST)
    .map(({ business }) => business)
}

/** Where in `name` the words typed begin it, as Google marks them. */
export const matchesIn = (name: string, input: string): { startOffset?: number; endOffset: number }[] => {
  const [first] = wordsOf(input)
  const words = [...name.matchAll(/[\p{L}\p{N}'’]+/gu)]
  const hit = first && words.find(([word]) => fold(word).startsWith(first))
  if (!hit) return []
  const start = Array.from(name.slice(0, hit.index)).length
  return [{ ...(start > 0 ? { startOffset: start } : {}), endOffset: start + first.length }]
}

const isOfType = (type: string, wanted: string): boolean =>
  wanted === type || wanted === 'establishment' || wanted === 'point_of_interest'

const scoreOf = (
  { name, suburb, region, street, type, ratings, status }: Business,
  typed: string[],
): number => {
  const inName = wordsOf(name)
  const place = `${suburb[0]} ${suburb[1]} ${suburb[2]} ${street ?? ''} ${region.countryName}`
  const inPlace = wordsOf(`${place} ${type.replaceAll('_', ' ')}`)
  let score = 0
  for (const word of typed) {
    if (inName.some((candidate) => candidate.startsWith(word))) score += 100
    else if (inPlace.some((candidate) => candidate.startsWith(word))) score += 20
    else return 0
  }
  const begins = inName[0]!.startsWith(typed[0]!) ? 50 : 0
  return score + begins + Math.min(ratings, 999) / 100 - (status === 'OPERATIONAL' ? 0 : 15)
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** As people type: without accents, macrons and apostrophes. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
