import { twilioSignature } from '../../sandbox/twilio/model/signature.ts'
import type { TextFacts, TextStatus } from '../../sandbox/twilio/model/text.ts'
import { statusParameters } from '../../sandbox/twilio/model/webhook-parameters.ts'
import { openWire, type Wire } from '../rig/wire.ts'

const SENT_AFTER_MS = 20
const DELIVERED_AFTER_MS = 120
/** As many as it has reports: one that waits for its answer holds up no other, as at Twilio. */
const CONNECTIONS = 256

export type StatusCallbacks = ReturnType<typeof createCallbacks>

/** Reports `sent`, then `delivered`, signed as the gateway signs. A report that gets no answer is sent once more. */
export const createCallbacks = ({ authToken, on }: { authToken: string; on: boolean }) => {
  const wires = new Map<string, Wire>()
  let isOn = on
  let counts = { answered: 0, refused: 0, failed: 0 }

  const call = async (
    text: TextFacts,
    account: string,
    callback: string,
    status: TextStatus,
  ): Promise<void> => {
    const now = new Date()
    Object.assign(text, { status, updatedAt: now.getTime(), sentAt: text.sentAt ?? now.getTime() })
    const url = new URL(callback)
    const form = statusParameters(account, text, now)
    const wire = wireTo(url)
    const send = () =>
      wire.post(url.pathname + url.search, new URLSearchParams(form).toString(), {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Twilio-Signature': twilioSignature(authToken, callback.split('#')[0]!, form),
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
    follow: (text: TextFacts, account: string, callback: string): void => {
      if (!isOn) return
      setTimeout(() => void call(text, account, callback, 'sent'), SENT_AFTER_MS)
      setTimeout(() => void call(text, account, callback, 'delivered'), DELIVERED_AFTER_MS)
    },
  }
}
