/** Answers of Twilio in its own words. The contract tests hold them to Twilio's description. */
export const ACCOUNT_SID = `AC${'a'.repeat(32)}`
export const messageSid = (end: number): string => `SM${String(end).padStart(32, '0')}`

const path = `/2010-04-01/Accounts/${ACCOUNT_SID}`

export const message = (sid: string, given: Record<string, unknown> = {}) => ({
  account_sid: ACCOUNT_SID,
  api_version: '2010-04-01',
  body: 'Hi Sam, thanks!',
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  date_sent: null,
  date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from: '+61480000000',
  num_media: '0',
  num_segments: '1',
  price: null,
  price_unit: null,
  messaging_service_sid: null,
  sid,
  status: 'queued',
  subresource_uris: { media: `${path}/Messages/${sid}/Media.json` },
  to: '+61491570006',
  uri: `${path}/Messages/${sid}.json`,
  ...given,
})

/** `next` is the page that follows, where there is one. */
export const messagePage = (messages: object[], next?: number) => ({
  end: messages.length - 1,
  first_page_uri: `${path}/Messages.json?To=%2B61491570006&PageSize=100&Page=0`,
  next_page_uri: next ? `${path}/Messages.json?To=%2B61491570006&PageSize=100&Page=${next}` : null,
  page: next ? next - 1 : 0,
  page_size: 100,
  previous_page_uri: null,
  start: 0,
  uri: `${path}/Messages.json?To=%2B61491570006&PageSize=100&Page=0`,
  messages,
})
