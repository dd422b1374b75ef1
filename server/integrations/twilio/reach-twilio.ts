import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { HttpClient } from '../../platform/http/http-client.ts'
import { TwilioRefusal, failureOf } from './twilio-errors.ts'

const accountSchema = z.object({ status: z.string() })

/** Looks at our own account, which costs nothing. Throws VendorFailure: `rejected` where somebody has to act. */
export const reachTwilio = async (
  http: HttpClient,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): Promise<void> => {
  const status = await askStatus(http, { accountSid, authToken }).catch((cause: unknown) => {
    throw failureOf(cause)
  })
  if (status !== undefined && status !== 'active') {
    throw new VendorFailure('twilio', 'rejected', `account-${status}`, `The Twilio account is ${status}.`)
  }
}

const askStatus = async (
  http: HttpClient,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): Promise<string | undefined> => {
  const answer = await http.call({
    method: 'GET',
    path: `/2010-04-01/Accounts/${accountSid}.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      accept: 'application/json',
    },
  })
  if (answer.status !== 200) throw new TwilioRefusal(answer.status, undefined, undefined)
  const parsed = accountSchema.safeParse(JSON.parse(answer.text))
  return parsed.data?.status
}
