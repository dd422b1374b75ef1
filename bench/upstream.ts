import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { createCallbacks } from './upstream/status-callbacks.ts'
import { openControlDoor } from './upstream/control-door.ts'
import { answerAsEmptyStripe, isForStripe } from './upstream/empty-stripe.ts'
import { createFaults, doorOf } from './upstream/faults.ts'
import { openGatewayDoor } from './upstream/gateway-door.ts'
import { createMadeUpBooks } from './upstream/made-up-books.ts'
import { createTexts } from './upstream/texts.ts'
import { openXeroDoor } from './upstream/xero-door.ts'

/** Xero, the gateway and an empty Stripe in one light process: it shares two cores with what it measures. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'auth-token': { type: 'string', default: 'bench-twilio-token' },
    callbacks: { type: 'boolean', default: false },
  },
})

const faults = createFaults()
const books = createMadeUpBooks()
const texts = createTexts()
const callbacks = createCallbacks({ authToken: values['auth-token'], on: values.callbacks })
const xero = openXeroDoor({ books, faults })
const gateway = openGatewayDoor({ texts, callbacks, faults })
const control = openControlDoor({ xero, books, texts, callbacks, faults })

const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
  const path = request.url!
  const door = doorOf(request.method!, path)
  if (door !== 'none' && door === faults.settings().hanging) return
  if (path.startsWith('/2010-04-01/')) gateway(request, response, body)
  else if (path.startsWith('/control/')) void control(request, response, body)
  else if (isForStripe(path)) answerAsEmptyStripe(path, response)
  else void xero.handle(request, response, body)
}

const server = createServer({ keepAliveTimeout: 120_000, noDelay: true }, (request, response) => {
  if (request.method === 'GET' || request.method === 'DELETE') {
    answer(request, response, '')
    return
  }
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => answer(request, response, body))
})
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(JSON.stringify({ port }))
})

process.once('disconnect', () => process.exit(0))
