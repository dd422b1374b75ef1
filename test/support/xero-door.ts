import { webhookEvent, webhookSignature, type WebhookEvent } from '../../sandbox/xero/model/webhook-body.ts'
import type { Product } from './product.ts'
import { SANDBOX_VENDORS } from './sandbox.ts'

export type Answer = { status: number; body: string; headers: Headers }

export const eventOf = (tenantId: string, invoiceId: string, at: Date): WebhookEvent =>
  webhookEvent({ tenantId, invoiceId }, at)

export const signatureOf = (raw: string): string => webhookSignature(raw, SANDBOX_VENDORS.xero.webhookKey)

/** Posts a body to Xero's door with its true signature, unless another is given. A text goes out as it is. */
export const deliver = async (
  product: Product,
  body: object | string,
  { signature }: { signature?: string | null } = {},
): Promise<Answer> => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const signed = signature === undefined ? signatureOf(raw) : signature
  const answer = await fetch(`${product.url}/webhooks/xero`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signed === null ? {} : { 'x-xero-signature': signed }),
    },
    body: raw,
  })
  return { status: answer.status, body: await answer.text(), headers: answer.headers }
}
