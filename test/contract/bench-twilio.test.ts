import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../bench/upstream/faults.ts'
import { openGatewayDoor } from '../../bench/upstream/gateway-door.ts'
import { createCallbacks } from '../../bench/upstream/status-callbacks.ts'
import { createTexts } from '../../bench/upstream/texts.ts'
import { ACCOUNT_SID } from '../support/twilio-answers.ts'
import { checkAnswer } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'
import { specPath, withSpecs } from './spec-folder.ts'

const list = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`
const to = '+61491570006'

describe("What the bench's gateway answers, by Twilio's own description", withSpecs, () => {
  const callbacks = createCallbacks({ authToken: 'token', on: false })
  const gateway = openGatewayDoor({ texts: createTexts(), callbacks, faults: createFaults() })
  let server: Server
  beforeAll(async () => {
    server = createServer(
      async (request, response) => void gateway(request, response, await readText(request)),
    )
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  })
  afterAll(() => new Promise<void>((done) => server.close(() => done())))

  test('a text that is taken, looked at and found again', async () => {
    const form = new URLSearchParams({ To: to, From: '+61480000000', Body: 'Hi Sam, thanks! INV-7' })
    const taken = await call(list, { method: 'POST', body: form })
    expect(taken.status).toBe(201)
    const { sid } = taken.body as { sid: string }
    const one = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${sid}.json`
    const looked = await call(one)
    const found = await call(`${list}?To=${encodeURIComponent(to)}&PageSize=100`)
    expect((found.body as { messages: { sid: string }[] }).messages.map((text) => text.sid)).toEqual([sid])
    const answers = [
      { method: 'POST', path: list, ...taken },
      { method: 'GET', path: one, ...looked },
      { method: 'GET', path: list, ...found },
    ]
    for (const answer of answers) expect(checkAnswer(loadSpec(specPath('twilio')), answer)).toEqual([])
  })

  const call = async (path: string, init?: RequestInit) => {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
})
