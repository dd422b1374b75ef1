/** What an electrician is called for, and its price in cents. */
export const JOBS = [
  ['Switchboard upgrade', 148_500],
  ['Safety switch and test', 32_450],
  ['Downlights, supply and fit', 68_200],
  ['Ceiling fan, bedroom', 24_750],
  ['Oven circuit', 41_800],
  ['Smoke alarms, whole house', 52_800],
  ['Fault finding, 2 hours', 27_500],
  ['EV charger, garage', 196_900],
  ['Outdoor power point', 19_800],
] as const
