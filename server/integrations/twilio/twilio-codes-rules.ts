/** Wrong credentials, a country that is not allowed, a sender that is not ours: until the operator has acted. */
export const CONFIGURATION_NUMBERS = [
  20003, 21408, 21603, 21606, 21608, 21609, 21612, 21659, 21660, 21703, 21705,
]

/** Wrong credentials, a closed account, an unknown one: faults of our account, never of the number. */
export const ACCOUNT_STATUSES: ReadonlySet<number> = new Set([401, 403, 404])

/** The codes with which attempts are postponed until the operator has corrected our account. */
export const CONFIGURATION_CODES: ReadonlySet<string> = new Set([
  ...CONFIGURATION_NUMBERS.map(String),
  ...[...ACCOUNT_STATUSES].map((status) => `http-${status}`),
])
