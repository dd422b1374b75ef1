/** Wrong credentials, a country that is not allowed, a sender that is not ours: until the operator has acted. */
export const CONFIGURATION_NUMBERS = [
  20003, 21212, 21408, 21601, 21603, 21606, 21608, 21609, 21612, 21659, 21660, 21701, 21703, 21705,
]

/** Wrong credentials, a closed account, an unknown one: faults of our account, never of the number. */
export const ACCOUNT_STATUSES: ReadonlySet<number> = new Set([401, 403, 404])

/** The codes with which attempts are postponed: as a rule until the operator has corrected our account. */
export const CONFIGURATION_CODES: ReadonlySet<string> = new Set([
  ...CONFIGURATION_NUMBERS.map(String),
  ...[...ACCOUNT_STATUSES].map((status) => `http-${status}`),
])

/** That this sender does not reach this number may be the number's own fault. */
const OF_ONE_NUMBER = '21612'

/** Those of them that say of our account, and not of one number, that it is refused: the operator has to act. */
export const ACCOUNT_CODES: readonly string[] = [...CONFIGURATION_CODES].filter(
  (code) => code !== OF_ONE_NUMBER,
)

/** That no text may go to this country may be meant. */
const OF_ONE_COUNTRY = '21408'

/** Our account or sender is refused altogether: every text waits for the operator, as long as it may go. */
export const ALTOGETHER_CODES: ReadonlySet<string> = new Set(
  ACCOUNT_CODES.filter((code) => code !== OF_ONE_COUNTRY),
)

/**
 * With these Twilio takes a text and then refuses our account or sender for it: its queue is full (30001), suspended
 * (30002), above what its campaign or brand may send (30022, 30023), not verified (30032), not registered (30034). With
 * a messaging service others are reported late as well. https://www.twilio.com/docs/api/errors
 */
const LATE_NUMBERS = [30001, 30002, 30022, 30023, 30032, 30034]

export const REFUSED_LATER_CODES: readonly string[] = [
  ...LATE_NUMBERS,
  ...CONFIGURATION_NUMBERS.filter((code) => String(code) !== OF_ONE_NUMBER),
].map(String)
