import type { FastifyRequest } from 'fastify'

/**
 * Machines that fetch a link to show what is behind it: they are no visit of a person. CUBOT makes phones, and an app's
 * own browser has the app's name after a browser's, where its fetcher begins with it.
 */
const PREVIEWERS =
  /(?<!\bcu)bot|crawl|spider|preview|facebookexternalhit|^(?:whatsapp|telegram|slack|discord|skype|twitter|linkedin)|googleimageproxy|python|curl|wget|okhttp|go-http|java\/|headless/i

export const kindOfVisit = ({ method, headers }: FastifyRequest): 'visit' | 'preview' => {
  const userAgent = headers['user-agent']
  if (method === 'HEAD' || !userAgent || PREVIEWERS.test(userAgent)) return 'preview'
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-purpose']].flat().find(Boolean)
  return purpose && /prefetch|preview/i.test(purpose) ? 'preview' : 'visit'
}
