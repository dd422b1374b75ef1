/**
 * How the way to Xero ended, and what that says to the owner: the `message` in the address of the popup's last page.
 * The address may be anybody's, so no other words than these are shown.
 */
export const XERO_RETURNS = {
  'consent-declined': 'Connection was cancelled or failed. Please try again.',
  'consent-not-valid': 'This connection was not begun here, or too long ago. Please try again.',
  'no-organisation': 'Xero gave us no organisation. Please connect again and choose your organisation.',
  'organisation-taken':
    'This organisation is already connected to another account. Disconnect it there first, or choose another organisation.',
  deactivated: 'This account is deactivated.',
  'xero-away': 'Xero did not answer just now. Please try again in a moment.',
  'xero-failed': 'Xero could not be connected. Please try again.',
  'some-taken': 'Connected, but for an organisation that is already connected to another account.',
} as const

export type XeroReturn = keyof typeof XERO_RETURNS

export const isXeroReturn = (code: string): code is XeroReturn => Object.hasOwn(XERO_RETURNS, code)

/** The message of an address where it is one of ours, else null. */
export const ownMessage = (message: string | null): string | null =>
  Object.values(XERO_RETURNS).find((own) => own === message) ?? null
