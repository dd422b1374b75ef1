export type Spread = { p50: number; p95: number; p99: number; max: number }

/** Nearest rank: every figure printed is one that was measured. */
export const spreadOf = (values: number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

export const medianOf = (values: number[]): number => spreadOf(values).p50
