/** Since when calls to a vendor fail: null while they succeed, or where none was made for ten minutes. */
export type FailingSince = (vendor: string) => Date | null

const FORGOTTEN_AFTER_MS = 10 * 60_000
/** One alone may be a network that hiccuped. */
const AT_LEAST = 2

/** Keeps in mind how the last calls of this process went. */
export const watchFailing = (
  now = () => new Date(),
): { note: (vendor: string, answer: string) => void; since: FailingSince } => {
  const failing = new Map<string, { since: Date; last: Date; times: number }>()
  return {
    note: (vendor, answer) => {
      if (answer !== 'none' && answer !== '5xx') return void failing.delete(vendor)
      const at = now()
      const { since, times } = failing.get(vendor) ?? { since: at, times: 0 }
      failing.set(vendor, { since, last: at, times: times + 1 })
    },
    since: (vendor) => {
      const found = failing.get(vendor)
      if (!found || found.times < AT_LEAST) return null
      return now().getTime() - found.last.getTime() < FORGOTTEN_AFTER_MS ? found.since : null
    },
  }
}
