/**
 * How long after the link was opened, or after a text whose link was not opened, a review is written: a mixture of
 * exponential delays whose shares are fitted. So no single shape is assumed.
 */
const DELAY_HOURS = { opened: [0.15, 0.7, 5, 35, 250], unopened: [2, 8, 30, 100, 500] } as const

/** What is assumed of their shares before a business' own reviews are looked at. */
export const DELAY_SHARES = {
  opened: [0.44, 0.16, 0.12, 0.16, 0.12],
  unopened: [0.02, 0.1, 0.28, 0.2, 0.4],
} as const

export const DELAYS = 5
export const HORIZON_HOURS = 21 * 24

/** Chance per hour, for each delay of the mixture, written into `into`: hundreds of thousands are looked at. */
export const writeDensities = (isOpened: boolean, hours: number, into: Float64Array): void => {
  const means = meansOf(isOpened)
  for (let delay = 0; delay < DELAYS; delay += 1) {
    const mean = means[delay]!
    into[delay] = hours > 40 * mean ? 0 : Math.exp(-hours / mean) / mean
  }
}

/** How much of each delay falls between two moments: what could have been seen. */
export const exposures = (isOpened: boolean, fromHours: number, untilHours: number): number[] =>
  meansOf(isOpened).map((mean) => Math.max(0, Math.exp(-fromHours / mean) - Math.exp(-untilHours / mean)))

const meansOf = (isOpened: boolean): readonly number[] =>
  isOpened ? DELAY_HOURS.opened : DELAY_HOURS.unopened
