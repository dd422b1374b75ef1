/** The dashboard's tabs, by the word in the address: /dashboard?tab=sms */
export const TABS = {
  timeline: 'Timeline',
  activity: 'All Activity',
  reviews: 'Reviews',
  google: 'Google Status',
  xero: 'Xero Status',
  sms: 'SMS Setup',
  backtest: 'What would have happened',
  comparison: 'What is it worth?',
  codes: 'My QR codes',
  account: 'Account & Billing',
  'top-up': 'Add More Funds',
} as const

export type Tab = keyof typeof TABS

/** Those in the header; the settings menu has the others. */
export const HEADER_TABS: Tab[] = ['timeline', 'google', 'xero', 'sms', 'account']
export const SETTINGS_TABS: Tab[] = ['reviews', 'google', 'xero', 'sms', 'codes', 'account']
export const MENU_TABS: Tab[] = ['timeline', 'activity', ...SETTINGS_TABS]

/** The tab that an address asks for; an unknown one leads to the first tab. */
export const tabOf = (search: string): Tab => {
  const asked = new URLSearchParams(search).get('tab') ?? 'timeline'
  return Object.hasOwn(TABS, asked) ? (asked as Tab) : 'timeline'
}

export const addressOf = (tab: Tab): string => (tab === 'timeline' ? '/dashboard' : `/dashboard?tab=${tab}`)
