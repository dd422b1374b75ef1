import { createHmac } from 'node:crypto'

/** X-Twilio-Signature: HMAC-SHA1 over the full address, then each parameter's name and value, sorted by name. */
export const twilioSignature = (
  authToken: string,
  url: string,
  parameters: Record<string, string>,
): string => {
  const signed = Object.keys(parameters)
    .sort()
    .reduce((text, name) => text + name + parameters[name], url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}
