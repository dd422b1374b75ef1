/** What every page of ours tells the browser about security. `path` decides the few that differ. */
export const webPageHeaders = (path: string, { isHttps }: { isHttps: boolean }): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; '),
  // The popup's way back must not be cut off from the page that opened it; nothing else may hold on to our pages.
  'cross-origin-opener-policy': path === '/xero/callback' ? 'unsafe-none' : 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': CARRIES_A_TOKEN.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  ...(CARRIES_A_TOKEN.test(path) && { 'cache-control': 'no-store' }),
})

const CARRIES_A_TOKEN = /^\/(auth|xero|payment|payment-success)(\/|$)/
