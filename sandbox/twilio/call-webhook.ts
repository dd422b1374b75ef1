import { randomUUID } from 'node:crypto'
import { twilioSignature } from './model/signature.ts'
import type { TwilioWorld } from './world.ts'

export type WebhookAnswer = { status: number; body: string } | { failure: 'connect' | 'timeout' }

const TIMEOUT_MS = 15_000

/**
 * Posts a signed form. Tried once more when the connection was refused; after a 5xx only where the address ends in
 * `#rc=…&rp=all` (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
 */
export const callWebhook = async (
  world: TwilioWorld,
  address: string,
  parameters: Record<string, string>,
): Promise<WebhookAnswer> => {
  const [url = '', fragment = ''] = address.split('#')
  const overrides = new URLSearchParams(fragment)
  const retries = Math.min(5, Number(overrides.get('rc') ?? 1))
  const retriesAll = overrides.get('rp') === 'all'
  const token = randomUUID()
  let answer = await post(world, url, parameters, token)
  for (let retry = 0; retry < retries && isRetried(answer, retriesAll); retry += 1) {
    await world.timers.pause(100 * 2 ** retry)
    answer = await post(world, url, parameters, token)
  }
  return answer
}

const isRetried = (answer: WebhookAnswer, retriesAll: boolean): boolean =>
  'failure' in answer ? answer.failure === 'connect' || retriesAll : retriesAll && answer.status >= 500

const post = async (
  { settings }: TwilioWorld,
  url: string,
  parameters: Record<string, string>,
  token: string,
): Promise<WebhookAnswer> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'user-agent': 'TwilioProxy/1.1',
        'x-twilio-signature': twilioSignature(settings.authToken, url, parameters),
        'i-twilio-idempotency-token': token,
      },
      body: new URLSearchParams(parameters).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.status, body: await answer.text() }
  } catch (cause) {
    return { failure: (cause as Error).name === 'TimeoutError' ? 'timeout' : 'connect' }
  }
}

export const answerWords = (answer: WebhookAnswer): string => {
  if ('status' in answer) return String(answer.status)
  return answer.failure === 'connect' ? 'connection refused' : 'no answer in 15 s'
}
