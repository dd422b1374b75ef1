/**
 * What the United States demand is decent everywhere: 8 am to 9 pm by the recipient's clock, in minutes after midnight.
 * In real use no text goes outside.
 */
export const DECENT_HOURS = { from: 8 * 60, until: 21 * 60 }

const LEAST_MINUTES = 60

export const TOO_FEW_DECENT_MINUTES =
  'At least one hour must lie between 8 am and 9 pm: in real use no customer is texted before or after.'

/** Whether the owner's hours leave time to text anybody. */
export const leavesDecentTime = (from: number, until: number): boolean =>
  Math.min(until, DECENT_HOURS.until) - Math.max(from, DECENT_HOURS.from) >= LEAST_MINUTES
