/** An answer of Stripe's that is not a success: https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; param?: string; message: string } }

  constructor(
    status: number,
    message: string,
    more: { type?: string; code?: string | undefined; param?: string } = {},
  ) {
    super(message)
    this.name = 'StripeError'
    this.status = status
    const { type = 'invalid_request_error', code, param } = more
    this.body = { error: { type, ...(code ? { code } : {}), ...(param ? { param } : {}), message } }
  }
}

export const noSuch = (what: string, id: string): StripeError =>
  new StripeError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
