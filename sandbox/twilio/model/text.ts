export type TextStatus =
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'received'

/** What Twilio knows of a text. */
export type TextFacts = {
  sid: string
  direction: 'outbound-api' | 'outbound-reply' | 'inbound'
  /** Null as long as a messaging service has not picked a number. */
  from: string | null
  to: string
  body: string
  segments: number
  serviceSid: string | null
  status: TextStatus
  errorCode: number | null
  errorMessage: string | null
  createdAt: number
  sentAt: number | null
  updatedAt: number
}
