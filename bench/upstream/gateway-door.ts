import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults } from './faults.ts'
import type { StatusCallbacks } from './status-callbacks.ts'
import type { Text, Texts } from './texts.ts'

const PATH = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]+)\/Messages(?:\/(\w+))?\.json/

type Parts = { texts: Texts; callbacks: StatusCallbacks; faults: Faults }

export const openGatewayDoor = ({ texts, callbacks, faults }: Parts) => {
  const create = (account: string, body: string, response: ServerResponse): void => {
    const fault = faults.draw()
    if (fault === 'too-many') {
      send(response, 429, JSON.stringify({ code: 20429, message: 'Too Many Requests', status: 429 }))
      return
    }
    if (fault === 'error-before-accept') {
      send(response, 503, JSON.stringify({ code: 20503, message: 'Service unavailable', status: 503 }))
      return
    }
    const form = new URLSearchParams(body)
    const text = texts.take({
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
    })
    const callback = form.get('StatusCallback')
    if (callback && !faults.drawSilence()) callbacks.follow(text, account, callback)
    if (fault === 'reset') response.destroy()
    else if (fault === 'error-after-accept')
      send(response, 500, JSON.stringify({ code: 20500, message: 'Internal server error', status: 500 }))
    else if (fault !== 'hang') later(() => send(response, 201, messageDocument(text, account)))
  }

  const later = (answer: () => void): void => {
    const { gatewayMs } = faults.settings()
    if (gatewayMs > 0) setTimeout(answer, gatewayMs)
    else answer()
  }

  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const [, account, sid] = PATH.exec(request.url!) ?? []
    if (!account) return send(response, 404, '{"code":20404,"status":404}')
    if (request.method === 'POST') return create(account, body, response)
    if (sid) {
      const text = texts.get(sid)
      return text
        ? send(response, 200, messageDocument(text, account))
        : send(response, 404, '{"code":20404,"message":"not found","status":404}')
    }
    const to = new URL(request.url!, 'http://gateway').searchParams.get('To') ?? ''
    send(response, 200, listDocument(texts.to(to), account))
  }
}

const messageDocument = (text: Text, account: string): string => {
  const uri = `/2010-04-01/Accounts/${account}/Messages/${text.sid}`
  const date = text.createdAt.toUTCString().replace('GMT', '+0000')
  return JSON.stringify({
    account_sid: account,
    api_version: '2010-04-01',
    body: text.body,
    date_created: date,
    date_sent: text.status === 'queued' ? null : date,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  })
}

const listDocument = (texts: Text[], account: string): string => {
  const uri = `/2010-04-01/Accounts/${account}/Messages.json?PageSize=50&Page=0`
  return (
    `{"messages":[${texts.map((text) => messageDocument(text, account)).join(',')}],"page":0,"page_size":50,` +
    `"start":0,"end":${Math.max(0, texts.length - 1)},"uri":"${uri}","first_page_uri":"${uri}",` +
    `"next_page_uri":null,"previous_page_uri":null}`
  )
}

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
