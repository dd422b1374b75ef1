import type { Http } from '../../server/platform/http/http.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  text: string
  headers: Record<string, unknown>
}
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Calls the API as the product's own screens do, with this cookie. */
export const callAs =
  (at: { readonly app: Http }, cookie: string): Call =>
  async (method, path, json, headers = {}) => {
    const answer = await at.app.inject({
      method,
      url: path,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
      ...(json === undefined ? {} : { payload: json as object }),
    })
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      body: isJson ? answer.json<Record<string, unknown>>() : {},
      text: answer.body,
      headers: answer.headers,
    }
  }
