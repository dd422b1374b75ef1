import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer } from '../../sandbox/twilio/model/error-answer.ts'
import { listTexts } from '../../sandbox/twilio/model/list-texts.ts'
import { textAnswer } from '../../sandbox/twilio/model/text-answer.ts'
import type { Faults } from './faults.ts'
import type { StatusCallbacks } from './status-callbacks.ts'
import type { Texts } from './texts.ts'

const PATH = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]+)\/Messages(?:\/(\w+))?\.json/

type Parts = { texts: Texts; callbacks: StatusCallbacks; faults: Faults }

/** Serves the sandbox's model of Twilio's messages, as lightly as `node:http` can. */
export const openGatewayDoor = ({ texts, callbacks, faults }: Parts) => {
  const create = (account: string, body: string, response: ServerResponse): void => {
    const fault = faults.draw()
    if (fault === 'too-many') return fail(response, 429, 20429, 'Too Many Requests')
    if (fault === 'error-before-accept') return fail(response, 503, 20503, 'Service unavailable')
    const form = new URLSearchParams(body)
    const text = texts.take({
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
    })
    const callback = form.get('StatusCallback')
    if (callback && !faults.drawSilence()) callbacks.follow(text, account, callback)
    if (fault === 'reset') response.destroy()
    else if (fault === 'error-after-accept') fail(response, 500, 20500, 'Internal Server Error')
    else if (fault !== 'hang') later(() => send(response, 201, textAnswer(account, text)))
  }

  const later = (answer: () => void): void => {
    const { gatewayMs } = faults.settings()
    if (gatewayMs > 0) setTimeout(answer, gatewayMs)
    else answer()
  }

  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const [, account, sid] = PATH.exec(request.url!) ?? []
    if (!account) return fail(response, 404, 20404, 'Not found')
    if (request.method === 'POST') return create(account, body, response)
    if (sid) {
      const text = texts.get(sid)
      return text
        ? send(response, 200, textAnswer(account, text))
        : fail(response, 404, 20404, 'The requested resource was not found')
    }
    const query = Object.fromEntries(new URL(request.url!, 'http://gateway').searchParams)
    const { To: to } = query
    send(response, 200, listTexts(account, to === undefined ? texts.all() : texts.to(to), query))
  }
}

const fail = (response: ServerResponse, status: number, code: number, message: string): void =>
  send(response, status, errorAnswer(status, code, message))

const send = (response: ServerResponse, status: number, answer: object): void => {
  const body = JSON.stringify(answer)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
