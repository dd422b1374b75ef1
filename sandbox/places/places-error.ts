type Detail = Record<string, unknown>

/** An error in the form that all of Google's APIs use. */
export class PlacesError extends Error {
  readonly code: number
  readonly status: string
  readonly details: Detail[]

  constructor(code: number, status: string, message: string, details: Detail[] = []) {
    super(message)
    this.name = 'PlacesError'
    this.code = code
    this.status = status
    this.details = details
  }
}

export const errorBody = ({ code, status, message, details }: PlacesError) => ({
  error: { code, message, status, ...(details.length > 0 ? { details } : {}) },
})

export const invalidArgument = (message: string): PlacesError =>
  new PlacesError(400, 'INVALID_ARGUMENT', message)

export const notFound = (placeId: string): PlacesError =>
  new PlacesError(404, 'NOT_FOUND', `The Place ID is no longer valid: '${placeId}'.`)

export const keyMissing = (): PlacesError =>
  new PlacesError(
    403,
    'PERMISSION_DENIED',
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other " +
      'form of API consumer identity to call this API.',
  )

export const keyInvalid = (): PlacesError =>
  new PlacesError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    reason('API_KEY_INVALID'),
  ])

export const billingDisabled = (): PlacesError =>
  new PlacesError(
    403,
    'PERMISSION_DENIED',
    'This API method requires billing to be enabled on project #400000000000.',
    [reason('BILLING_DISABLED', { consumer: 'projects/400000000000' })],
  )

export const rateLimited = (method: string): PlacesError =>
  new PlacesError(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${method}' and limit '${method} per minute' of service ` +
      "'places.googleapis.com' for consumer 'project_number:400000000000'.",
    [
      reason('RATE_LIMIT_EXCEEDED', {
        quota_limit: `${method}PerMinutePerProject`,
        quota_limit_value: '600',
        quota_location: 'global',
        consumer: 'projects/400000000000',
      }),
    ],
  )

export const unavailable = (): PlacesError =>
  new PlacesError(503, 'UNAVAILABLE', 'The service is currently unavailable.')

const reason = (text: string, metadata: Record<string, string> = {}): Detail => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: text,
  domain: 'googleapis.com',
  metadata: { service: 'places.googleapis.com', ...metadata },
})
