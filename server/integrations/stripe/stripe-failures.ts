import { Stripe } from 'stripe'
import { VendorFailure } from '../../platform/errors.ts'

/** Undefined where Stripe has no object of that id; throws VendorFailure for every other failure. */
export const orUnknown = async <Out>(asked: Promise<Out>): Promise<Out | undefined> => {
  try {
    return await asked
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError && cause.statusCode === 404) return undefined
    throw failureOf(cause)
  }
}

/**
 * Undefined where the object that this parameter names is missing: `resource_missing`, with status 400 or 404
 * (https://docs.stripe.com/error-codes#resource-missing). Throws VendorFailure for everything else.
 */
export const orMissing = async <Out>(parameter: string, asked: Promise<Out>): Promise<Out | undefined> => {
  try {
    return await asked
  } catch (cause) {
    if (isMissing(cause) && cause.param === parameter) return undefined
    throw failureOf(cause)
  }
}

/** Stripe itself says that the object is missing; a mere 404 may be a wrong address. */
export const isMissing = (cause: unknown): cause is Stripe.errors.StripeError =>
  cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing'

/** What was asked of Stripe; throws VendorFailure, as `failureOf` reads it, for whatever error. */
export const orFailure = async <Out>(asked: Promise<Out>): Promise<Out> => {
  try {
    return await asked
  } catch (cause) {
    throw failureOf(cause)
  }
}

/** Every call of ours has an idempotency key, only reads, or deletes, so that one that broke may be tried again. */
export const failureOf = (cause: unknown): VendorFailure => {
  const status = cause instanceof Stripe.errors.StripeError ? cause.statusCode : undefined
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 409 && status !== 429
  const code = status === undefined ? 'no-answer' : `http-${status}`
  return new VendorFailure('stripe', isRefused ? 'rejected' : 'retry-later', code, `Stripe failed: ${code}`, {
    cause,
  })
}
