import type { z } from 'zod'
import type { HttpAnswer, HttpClient } from '../../platform/http/http-client.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'
import { TwilioRefusal } from './twilio-errors.ts'

/** Each throws NoAnswer or TwilioRefusal, or another error where a success cannot be read. */
export type TwilioApi = {
  get: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.infer<Schema>>
  post: <Schema extends z.ZodType>(
    path: string,
    fields: Record<string, string>,
    schema: Schema,
    mayBegin?: () => boolean,
  ) => Promise<z.infer<Schema>>
  /** What the paths of our account begin with. */
  accountPath: string
}

/** Twilio's REST API on our own connections: the SDK would load every product and check no answer (decision 31). */
export const openTwilioApi = (
  http: HttpClient,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): TwilioApi => {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const reading = { authorization, accept: 'application/json' }
  const writing = { ...reading, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    get: async (path, schema) => read(await http.call({ method: 'GET', path, headers: reading }), schema),
    post: async (path, fields, schema, mayBegin) => {
      const body = new URLSearchParams(fields).toString()
      return read(await http.call({ method: 'POST', path, headers: writing, body, mayBegin }), schema)
    },
    accountPath: `/2010-04-01/Accounts/${accountSid}`,
  }
}

const read = <Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.infer<Schema> => {
  if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
  return schema.parse(JSON.parse(answer.text))
}

const refusalOf = ({ status, headers, text }: HttpAnswer): TwilioRefusal =>
  new TwilioRefusal(status, codeIn(text), retryAfterSeconds(headers['retry-after']))

const codeIn = (text: string): number | undefined => {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined
  }
}
