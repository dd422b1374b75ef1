/** What our screens tell the browser beyond what every page says: nothing inline, and no token kept in a cache. */
export const webPageHeaders = (path: string, { isHttps }: { isHttps: boolean }): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; '),
  ...(CARRIES_A_TOKEN.test(path) && { 'cache-control': 'no-store' }),
})

/** For our pages that run no script and ask for nothing afterwards. */
export const plainPageHeaders = ({ isHttps }: { isHttps: boolean }): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; '),
})

const CARRIES_A_TOKEN = /^\/(auth|xero|payment|payment-success)(\/|$)/
