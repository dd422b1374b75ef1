import { Stripe } from 'stripe'

/** The SDK knows a host and a port, not a path before its own: that is put in on the way out. */
export const openStripe = (secretKey: string, apiUrl: string, timeoutMs: number): Stripe => {
  const { hostname, port, protocol, pathname } = new URL(apiUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const httpClient = Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(String(input))
    url.pathname = prefix + url.pathname
    return fetch(url, init)
  })
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? '80' : '443'),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient,
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}
