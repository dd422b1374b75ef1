import { freePort } from '../../support/free-port.ts'
import { sandboxSettings } from '../../../server/platform/process/env-sandbox.ts'
import { startSandbox } from '../../support/sandbox.ts'
import { openTcpProxy } from './tcp-proxy.ts'

export type OtherVendors = Awaited<ReturnType<typeof openOtherVendors>>

/** Stripe, Google's two and a post office, each behind a door that can fall silent. */
export const openOtherVendors = async (publicUrl: () => string) => {
  const at = { port: 0, smtpPort: 0 }
  const web = await openTcpProxy(() => at.port)
  const post = await openTcpProxy(() => at.smtpPort)
  const filled = sandboxSettings('4000') as Record<string, string>
  const url = `http://127.0.0.1:${web.port}`
  const sandbox = await startSandbox({
    publicUrl,
    smtpPort: await freePort(),
    google: {
      issuer: `${url}/google`,
      clientId: filled['OIDC_CLIENT_ID']!,
      clientSecret: filled['OIDC_CLIENT_SECRET']!,
      placesApiKey: filled['PLACES_API_KEY']!,
    },
  })
  at.port = Number(new URL(sandbox.url).port)
  at.smtpPort = sandbox.smtpPort!
  return {
    web,
    post,
    settings: {
      OIDC_ISSUER: `${url}/google`,
      PLACES_URL: `${url}/places`,
      STRIPE_API_URL: `${url}/stripe`,
      SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    },
    close: async (): Promise<void> => {
      web.close()
      post.close()
      await sandbox.close()
    },
  }
}
