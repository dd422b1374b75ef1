import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'

const accountSchema = z.object({ status: z.string().optional() })

/** Reads our own account, which costs nothing. Throws VendorFailure: `rejected` where the operator has to act. */
export const reachTwilio = async (api: TwilioApi): Promise<void> => {
  const { status } = await api.get(`${api.accountPath}.json`, accountSchema).catch((cause: unknown) => {
    throw failureOf(cause)
  })
  if (status !== undefined && status !== 'active')
    throw new VendorFailure('twilio', 'rejected', `account-${status}`, `The Twilio account is ${status}.`)
}
