import type { FastifyBaseLogger } from 'fastify'
import { Refusal, VendorFailure } from '../platform/errors.ts'

/** Google's failures are shown in the words of our client; what it could not look up is the field `path`. */
export const askGoogle = async <Out>(
  log: FastifyBaseLogger,
  asking: Promise<Out>,
  path: 'placeId' | 'query' = 'placeId',
): Promise<Out> => {
  try {
    return await asking
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    log.warn({ err: cause }, 'Google did not answer as hoped')
    throw refusalFor(cause, path)
  }
}

const refusalFor = (
  { kind, code, message, retryAfterSeconds }: VendorFailure,
  path: 'placeId' | 'query',
): Refusal => {
  if (code === 'not-found') return new Refusal('place-not-found', 404, message)
  if (code === 'invalid-request')
    return new Refusal('place-not-found', 422, message, { fields: [{ path, message }] })
  return new Refusal(
    'places-unavailable',
    503,
    message,
    kind === 'retry-later' ? { retryAfterSeconds: retryAfterSeconds ?? 5 } : {},
  )
}
