import type { ServerResponse } from 'node:http'

/** Whether Stripe is asked: each quarter of an hour the product reads its lists. */
export const isForStripe = (path: string): boolean => path.startsWith('/v1/')

/** An account in which nobody has paid: each of its lists is empty. */
export const answerAsEmptyStripe = (path: string, response: ServerResponse): void => {
  const body = JSON.stringify({ object: 'list', data: [], has_more: false, url: path.split('?')[0] })
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
