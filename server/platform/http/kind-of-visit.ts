/** Machines that fetch a link to show what is behind it: they are no visit of a person. */
const PREVIEWERS =
  /bot|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|twitter|linkedin|googleimageproxy|python|curl|wget|okhttp|go-http|java\/|headless/i

export const kindOfVisit = (headers: {
  userAgent: string | undefined
  purpose: string | undefined
}): 'visit' | 'preview' => {
  if (!headers.userAgent || PREVIEWERS.test(headers.userAgent)) return 'preview'
  return headers.purpose && /prefetch|preview/i.test(headers.purpose) ? 'preview' : 'visit'
}
