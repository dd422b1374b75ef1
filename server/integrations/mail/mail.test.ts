import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { createMail } from './mail.ts'

let sandbox: Sandbox
let server: Server | undefined
beforeAll(async () => {
  sandbox = await startSandbox({ smtpPort: 0 })
})
afterAll(() => sandbox.close())
afterEach(() => void server?.close())

const MAIL = { to: 'jo@owner.test', subject: 'Funds', text: 'They run low.' }
const mailTo = (smtpUrl: string, more: object = {}) =>
  createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.test>', ...more })

test('a mail is handed over without encryption only where that is allowed', async () => {
  const url = `smtp://127.0.0.1:${sandbox.smtpPort}`
  await mailTo(url).send(MAIL)
  expect(sandbox.mails()).toHaveLength(1)
  for (const asked of [url, `${url}?ignoreTLS=true`, `${url}?requireTLS=false`])
    await expect(mailTo(asked, { demandsTls: true }).send(MAIL)).rejects.toMatchObject({ vendor: 'mail' })
  expect(sandbox.mails()).toHaveLength(1)
})

test('a server that trickles letters without end is closed when its time is over', async () => {
  server = createServer((socket) => {
    const trickle = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => clearInterval(trickle)).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Not once(): it fails where the socket reports an error before it closes, as a reset connection does.
  const gone = once(server, 'connection').then(
    ([socket]) => new Promise((done) => socket.once('close', done)),
  )
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(mailTo(url, { timeoutMs: 200 }).send(MAIL)).rejects.toMatchObject({
    vendor: 'mail',
    kind: 'retry-later',
  })
  await gone
})

test('a mail to what is no address is refused, and does not count as a server that is away', async () => {
  const url = `smtp://127.0.0.1:${sandbox.smtpPort}`
  await expect(mailTo(url).send({ ...MAIL, to: '' })).rejects.toMatchObject({ kind: 'rejected' })
})

test('a port at which no server listens is a failure at once', async () => {
  await expect(mailTo('smtp://127.0.0.1:1').send(MAIL)).rejects.toMatchObject({ kind: 'retry-later' })
})
