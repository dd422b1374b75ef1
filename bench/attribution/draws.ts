/** Draws of a simulated world; another generator than the model's, and the same in every run of a seed. */
export type Draws = ReturnType<typeof drawsFrom>

export const drawsFrom = (seed: number) => {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed | 0]
  /** sfc32 */
  const uniform = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 20; round += 1) uniform()
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return {
    uniform,
    normal,
    happens: (chance: number): boolean => uniform() < chance,
    between: (low: number, high: number): number => low + (high - low) * uniform(),
    lognormal: (median: number, sigma: number): number => median * Math.exp(sigma * normal()),
    weibull: (scale: number, shape: number): number => scale * (-Math.log(1 - uniform())) ** (1 / shape),
    exponential: (mean: number): number => -mean * Math.log(1 - uniform()),
    poisson: (mean: number): number => {
      let [count, left] = [0, mean + Math.log(1 - uniform())]
      while (left > 0) {
        count += 1
        left += Math.log(1 - uniform())
      }
      return count
    },
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(uniform() * items.length)]!,
    /** A chance near `centre`, of one business among many. */
    near: (centre: number, spread: number): number => {
      if (centre <= 0 || centre >= 1) return centre
      const odds = (centre / (1 - centre)) * Math.exp(spread * normal())
      return odds / (1 + odds)
    },
  }
}
