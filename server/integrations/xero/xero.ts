import { openHttpClient } from '../../platform/http/http-client.ts'
import { createXeroAccounting } from './xero-accounting.ts'
import { createXeroConnections } from './xero-connections.ts'
import { createXeroIdentity } from './xero-identity.ts'

export type Xero = ReturnType<typeof createXero>

export type XeroConfig = {
  clientId: string
  clientSecret: string
  loginUrl: string
  identityUrl: string
  apiUrl: string
  timeoutMs?: number
  now?: () => Date
}

const TIMEOUT_MS = 15_000

/** Xero as we use it: consent and tokens, connections, invoices, contacts, organisation. */
export const createXero = (config: XeroConfig) => {
  const timeoutMs = config.timeoutMs ?? TIMEOUT_MS
  const identity = openHttpClient({ baseUrl: config.identityUrl, connections: 8, timeoutMs })
  const api = openHttpClient({ baseUrl: config.apiUrl, connections: 128, timeoutMs })
  return {
    ...createXeroIdentity(identity, { ...config, now: config.now ?? (() => new Date()) }),
    ...createXeroConnections(api),
    ...createXeroAccounting(api),
    close: async (): Promise<void> => {
      await Promise.all([identity.close(), api.close()])
    },
  }
}
