/** An answer of Stripe's that is not a success: https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(
    status: number,
    message: string,
    more: { type?: string; code?: string | undefined; param?: string; also?: object } = {},
  ) {
    super(message)
    this.name = 'StripeError'
    this.status = status
    const { type = 'invalid_request_error', code, param, also } = more
    this.body = { error: { type, ...(code ? { code } : {}), ...(param ? { param } : {}), message, ...also } }
  }
}

export const noSuch = (what: string, id: string): StripeError =>
  new StripeError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })

/** For a missing object that a parameter names; `noSuch` is for one that the address names. */
export const noSuchGiven = (what: string, id: string, param: string): StripeError =>
  new StripeError(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

/** The first fault of a request, as Stripe's error. */
export const parameterInvalid = (issues: { path: PropertyKey[]; message: string }[]): StripeError => {
  const { path, message } = issues[0]!
  const [first, ...rest] = path
  const param = String(first ?? '') + rest.map((name) => `[${String(name)}]`).join('')
  return new StripeError(400, message, { param, code: 'parameter_invalid' })
}
