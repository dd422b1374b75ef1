import { createHmac } from 'node:crypto'
import { openWire, type Wire } from '../rig/wire.ts'
import type { Text } from './texts.ts'

const SENT_AFTER_MS = 20
const DELIVERED_AFTER_MS = 120
const CONNECTIONS = 16

export type StatusCallbacks = ReturnType<typeof createCallbacks>

/** Tells the product `sent`, then `delivered`, signed as the gateway signs. Tried once more if nobody listens. */
export const createCallbacks = ({ authToken, on }: { authToken: string; on: boolean }) => {
  const wires = new Map<string, Wire>()
  let isOn = on
  let counts = { answered: 0, refused: 0, failed: 0 }

  const call = async (text: Text, account: string, callback: string, status: string): Promise<void> => {
    text.status = status
    const url = new URL(callback)
    const form = {
      AccountSid: account,
      ApiVersion: '2010-04-01',
      From: text.from,
      MessageSid: text.sid,
      MessageStatus: status,
      SmsSid: text.sid,
      SmsStatus: status,
      To: text.to,
    }
    const wire = wireTo(url)
    const send = () =>
      wire.post(url.pathname + url.search, new URLSearchParams(form).toString(), {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Twilio-Signature': signature(authToken, callback, form),
      })
    try {
      const answer = await send().catch(send)
      if (answer.status < 300) counts.answered += 1
      else counts.refused += 1
    } catch {
      counts.failed += 1
    }
  }

  const wireTo = ({ hostname, port }: URL): Wire => {
    const known = wires.get(`${hostname}:${port}`)
    if (known) return known
    const wire = openWire({ host: hostname, port: Number(port || 80), connections: CONNECTIONS })
    wires.set(`${hostname}:${port}`, wire)
    return wire
  }

  return {
    switch: (wanted: boolean) => (isOn = wanted),
    counts: () => counts,
    reset: () => (counts = { answered: 0, refused: 0, failed: 0 }),
    follow: (text: Text, account: string, callback: string): void => {
      if (!isOn) return
      setTimeout(() => void call(text, account, callback, 'sent'), SENT_AFTER_MS)
      setTimeout(() => void call(text, account, callback, 'delivered'), DELIVERED_AFTER_MS)
    },
  }
}

const signature = (authToken: string, url: string, form: Record<string, string>): string => {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}
