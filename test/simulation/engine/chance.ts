import { seededRandom } from '../../../bench/rig/seeded-random.ts'

export type Chance = ReturnType<typeof createChance>

/** Draws that are the same for the same seed and name, whatever other names have drawn. */
export const createChance = (seed: number, name: string) => {
  const next = seededRandom(mix(seed, name))
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    between: (least: number, most: number): number => least + next() * (most - least),
    happens: (share: number): boolean => next() < share,
    pick: <Out>(list: readonly Out[]): Out => list[below(list.length)]!,
    /** One of the names, as often as its weight says. */
    weighed: <Name extends string>(weights: Record<Name, number>): Name => {
      const entries = Object.entries(weights) as [Name, number][]
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        at -= weight
        if (at < 0) return name
      }
      return entries[0]![0]
    },
    bytes: (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}

const mix = (seed: number, name: string): number => {
  let mixed = seed >>> 0
  for (const letter of name)
    mixed = (Math.imul(mixed ^ letter.codePointAt(0)!, 0x01000193) + 0x9e3779b9) >>> 0
  return mixed
}
