import { createHttp, type Http } from './platform/http.ts'
import { registerOperatorRoutes } from './operator-routes.ts'
import type { Parts } from './parts.ts'
import { registerLinkRoutes } from './review-requests/link-routes.ts'
import { receiveInboundSms } from './webhooks/receive-inbound-sms.ts'
import { createReceiveSmsStatus } from './webhooks/receive-sms-status.ts'
import { createReceiveXeroWebhook } from './webhooks/receive-xero-webhook.ts'
import { registerWebhookRoutes } from './webhooks/webhook-routes.ts'

/** The api process, wired by hand: every door and what stands behind it. */
export const buildApp = async (parts: Parts): Promise<Http> => {
  const { db, product, twilio, hashPhone } = parts
  const app = await createHttp({
    log: parts.log,
    publicUrl: parts.publicUrl,
    title: 'Goodword',
    version: '1',
  })
  registerOperatorRoutes(app, parts)
  registerWebhookRoutes(app, {
    xeroWebhookKey: parts.env.XERO_WEBHOOK_KEY,
    twilio,
    receiveXero: createReceiveXeroWebhook(db, product.noteEvents),
    receiveStatus: createReceiveSmsStatus({
      db,
      noteStatus: product.noteStatus,
      noteSettled: (settled) => settled.forEach((text) => product.noteText('accepted', text)),
    }),
    receiveInbound: (sms) => receiveInboundSms({ db, hashPhone, noteInbound: product.noteInbound }, sms),
    noteWebhook: product.noteWebhook,
  })
  registerLinkRoutes(app, { db })
  return app
}
