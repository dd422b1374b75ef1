/** What both the console's screens and its shapes know; without a schema, so that a browser loads it lightly. */
export const TROUBLES = [
  'not-connected',
  'needs-reconnect',
  'xero-refuses',
  'out-of-funds',
  'silent',
  'refused',
  'switched-off',
  'paused',
  'deactivated',
] as const

export const DEFAULT_SILENT_DAYS = 14
export const MOST_REASON = 500
export const MOST_CODES = 2000
/** For how many hours an owner may let support look. */
export const SUPPORT_HOURS = [1, 4, 24, 72] as const
