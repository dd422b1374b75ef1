import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What Xero answers. A text goes out as it is, with the content type of its headers; anything else as JSON. */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

/** A call as Xero sees it. `url` is path and query below the host. */
export type Call = { url: string; headers: IncomingHttpHeaders }

/** The answer of `work`, or the refusal that it threw. */
export const orRefused = async (work: () => Answer | Promise<Answer>): Promise<Answer> => {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Refused) return cause.answer
    throw cause
  }
}

/** Thrown where Xero refuses a call. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`Xero refuses with ${answer.status}.`)
    this.answer = answer
  }
}

export const refused = (status: number, title: string, detail: string): Refused =>
  new Refused(problem(status, title, detail))

export const problem = (status: number, title: string, detail: string): Answer => ({
  status,
  body: { Type: null, Title: title, Status: status, Detail: detail, Instance: randomUUID(), Extensions: {} },
})

export const notFound = (): Answer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: "The resource you're looking for cannot be found",
})
