/** An error as Google's APIs answer it: https://cloud.google.com/apis/design/errors */
export class ProfileError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, code: string, message: string, details: object[] = []) {
    super(message)
    this.status = status
    this.body = { error: { code: status, message, status: code, ...(details.length > 0 ? { details } : {}) } }
  }
}

const INFO = 'type.googleapis.com/google.rpc.ErrorInfo'

const rateLimit = (quota: string, service: string) => [
  {
    '@type': INFO,
    reason: 'RATE_LIMIT_EXCEEDED',
    domain: 'googleapis.com',
    metadata: { quota_limit: 'defaultPerMinutePerProject', quota_limit_value: quota, service },
  },
]

const SAID = "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service."

/** Before Google has approved the project its quota is 0. */
export const notApproved = (service: string) =>
  new ProfileError(429, 'RESOURCE_EXHAUSTED', SAID, rateLimit('0', service))
export const tooMany = (service: string) =>
  new ProfileError(429, 'RESOURCE_EXHAUSTED', SAID, rateLimit('300', service))
export const denied = () => new ProfileError(403, 'PERMISSION_DENIED', 'The caller does not have permission')
export const disabled = () =>
  new ProfileError(403, 'PERMISSION_DENIED', 'The API is not enabled in this project.', [
    { '@type': INFO, reason: 'SERVICE_DISABLED', domain: 'googleapis.com', metadata: {} },
  ])
export const notFound = () => new ProfileError(404, 'NOT_FOUND', 'Requested entity was not found.')
export const invalid = (message: string) => new ProfileError(400, 'INVALID_ARGUMENT', message)
export const unauthenticated = () =>
  new ProfileError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
export const inTrouble = () => new ProfileError(503, 'UNAVAILABLE', 'The service is currently unavailable.')
