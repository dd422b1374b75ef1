import type { Bin, Measured } from './measure-world.ts'

/** A bin of so many cases is judged by its share alone; a smaller one misses only where chance does not explain it. */
export const ENOUGH_CASES = 1_000
/** Fewer say nothing. */
export const FEWEST_CASES = 20
/** Standard errors: of some 280 bins that are judged at once, fewer than one is beyond by chance. */
const BEYOND_CHANCE = 3
const PRINTED = 1.96
const CALIBRATION = 0.05
const PRECISION = 0.9

/** What of the bar a world misses, in words; none where it is met. */
export const missedBars = ({
  bins,
  precision,
  likely,
  brier,
  lastTextBrier,
  firstNameBrier,
}: Measured): string[] => [
  ...bins.flatMap((bin, index) => (isCalibrated(bin) ? [] : [`bin ${index / 10}–${(index + 1) / 10}`])),
  ...(likely > 0 && precision < PRECISION ? [`precision at “likely” ${precision.toFixed(3)}`] : []),
  ...(brier < lastTextBrier ? [] : ['Brier score against “last text within 24 h”']),
  ...(brier < firstNameBrier ? [] : ['Brier score against “same first name within 72 h”']),
]

const isCalibrated = ({ count, predicted, observed }: Bin): boolean => {
  if (count < FEWEST_CASES) return true
  if (count >= ENOUGH_CASES) return Math.abs(observed - predicted) <= CALIBRATION
  const [low, high] = interval(observed, count, BEYOND_CHANCE)
  return predicted >= low - CALIBRATION && predicted <= high + CALIBRATION
}

/** Wilson's interval of a share, of 95 % unless said otherwise. */
export const interval = (share: number, count: number, z = PRINTED): [low: number, high: number] => {
  const centre = (share + (z * z) / (2 * count)) / (1 + (z * z) / count)
  const half = ((z / (1 + (z * z) / count)) * Math.sqrt(share * (1 - share) * count + (z * z) / 4)) / count
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** All worlds as one. */
export const pooled = (worlds: Measured[]): Measured => {
  const sum = (of: (world: Measured) => number) => worlds.reduce((total, world) => total + of(world), 0)
  const reviews = sum((world) => world.reviews)
  const mean = (of: (world: Measured) => number) => sum((world) => of(world) * world.reviews) / reviews
  const likely = sum((world) => world.likely)
  const truly = sum((world) => world.truly)
  return {
    world: 'all worlds together',
    reviews,
    bins: pooledBins(worlds.map(({ bins }) => bins)),
    anyBins: pooledBins(worlds.map(({ anyBins }) => anyBins)),
    brier: mean(({ brier }) => brier),
    lastTextBrier: mean(({ lastTextBrier }) => lastTextBrier),
    firstNameBrier: mean(({ firstNameBrier }) => firstNameBrier),
    likely,
    precision: sum((world) => (world.likely > 0 ? world.precision * world.likely : 0)) / likely,
    recall: sum((world) => world.recall * world.truly) / truly,
    expected: sum((world) => world.expected),
    truly,
  }
}

const pooledBins = (all: Bin[][]): Bin[] =>
  Array.from({ length: 10 }, (_, index) => together(all.map((bins) => bins[index]!)))

/** Of the chances between 0.2 and 0.9, where a guess is neither sure nor none; NaN where there is no case. */
export const middleOf = (bins: Bin[]): Bin => together(bins.slice(2, 9))

const together = (all: Bin[]): Bin => {
  const bins = all.filter(({ count }) => count > 0)
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  return {
    count,
    predicted: bins.reduce((sum, bin) => sum + bin.predicted * bin.count, 0) / count,
    observed: bins.reduce((sum, bin) => sum + bin.observed * bin.count, 0) / count,
  }
}
