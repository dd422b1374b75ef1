import { setTimeout as pause } from 'node:timers/promises'
import type { Rig } from '../../bench/rig/rig.ts'
import { GATEWAY_TOKEN } from '../../bench/rig/settings.ts'
import { openXeroWebhooks } from '../../bench/rig/xero-webhooks.ts'
import { invoiceId, phoneOf } from '../../bench/upstream/made-up-books.ts'
import { twilioSignature } from '../../sandbox/twilio/model/signature.ts'
import { inboundParameters } from '../../sandbox/twilio/model/webhook-parameters.ts'

const RETRY_MS = 200

/** The customer of each invoice texts STOP, and the gateway posts it until the product has taken it. */
export const stopTexts = async ({ upstream, settings }: Rig, counts: number[]): Promise<void> => {
  for (const count of counts) {
    const from = phoneOf(count)
    const text = await upstream.reply({ from, to: settings['TWILIO_FROM']!, body: 'STOP' })
    const form = inboundParameters(settings['TWILIO_ACCOUNT_SID']!, text)
    const url = `${settings['PUBLIC_URL']}/webhooks/twilio/inbound`
    while (!(await isTaken(url, form))) await pause(RETRY_MS)
  }
}

/** Their invoices are paid: none of them may be texted. */
export const payThoseWhoStopped = async (
  { upstream, port }: Rig,
  counts: number[],
  tenantOf: (count: number) => string,
): Promise<void> => {
  const webhooks = openXeroWebhooks(port, { connections: 2 })
  for (const count of counts) {
    await upstream.pay(tenantOf(count), [invoiceId(count)])
    await webhooks.sendUntilTaken(tenantOf(count), [count])
  }
  webhooks.close()
}

const isTaken = async (url: string, form: Record<string, string>): Promise<boolean> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': twilioSignature(GATEWAY_TOKEN, url, form),
    },
    body: new URLSearchParams(form).toString(),
  }).catch(() => undefined)
  return answer?.ok ?? false
}
