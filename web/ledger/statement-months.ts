import { addMonths } from '../lib/formats/days.ts'

const MOST = 12

/** From the latest month back to the business's first, a year at most; only the latest until the first is known. */
export const monthsToState = (latest: string, first: string | undefined): string[] =>
  Array.from({ length: MOST }, (_, back) => addMonths(latest, -back)).filter(
    (month) => month === latest || (first !== undefined && month >= first),
  )
