import { AsyncLocalStorage } from 'node:async_hooks'
import { Stripe } from 'stripe'

/** Whether the calls that are made in it may still begin. The SDK repeats them by itself, so it is asked here. */
export const deadline = new AsyncLocalStorage<() => boolean>()

/** The SDK takes a host and a port, but no path before its own: the path is added to each request. */
export const openStripe = (secretKey: string, apiUrl: string, timeoutMs: number): Stripe => {
  const { hostname, port, protocol, pathname } = new URL(apiUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const httpClient = Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    if (deadline.getStore()?.() === false) return Promise.reject(new Error('past its deadline'))
    const url = new URL(String(input))
    url.pathname = prefix + url.pathname
    return fetch(url, { ...init, redirect: 'error' })
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
