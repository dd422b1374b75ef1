import { createHmac } from 'node:crypto'
import type { Product } from './product.ts'
import { SANDBOX_VENDORS } from './sandbox.ts'

export type Told = { status: number; body: string; headers: Headers }

export const eventOf = (tenantId: string, invoiceId: string, at: Date) => ({
  resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${invoiceId}`,
  resourceId: invoiceId,
  tenantId,
  tenantType: 'ORGANISATION',
  eventCategory: 'INVOICE',
  eventType: 'UPDATE',
  eventDateUtc: at.toISOString().slice(0, -1),
})

export const signatureOf = (raw: string): string =>
  createHmac('sha256', SANDBOX_VENDORS.xero.webhookKey).update(raw).digest('base64')

/** Posts a body to Xero's door, well signed unless `signature` says otherwise; text goes out as it is. */
export const deliver = async (
  product: Product,
  body: object | string,
  { signature }: { signature?: string | null } = {},
): Promise<Told> => {
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
