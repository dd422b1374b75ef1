import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startBreakingPost } from '../../../test/support/breaking-post.ts'
import { startRefusingPost } from '../../../test/support/refusing-post.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { VendorFailure } from '../../platform/errors.ts'
import { createMail, isOfMailbox } from './mail.ts'

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

test('a connection that breaks once the mail is written may have brought it, and one that breaks before has not', async () => {
  const after = await startBreakingPost('after-data')
  await expect(mailTo(after.smtpUrl).send(MAIL)).rejects.toMatchObject({ kind: 'outcome-unknown' })
  expect(after.taken()).toBe(1)
  await after.close()
  const before = await startBreakingPost('before-data')
  await expect(mailTo(before.smtpUrl).send(MAIL)).rejects.toMatchObject({ kind: 'retry-later' })
  await before.close()
})

test.each([
  [550, 'It is refused.', 'rejected', true],
  [550, '5.1.1 User unknown', 'rejected', true],
  [552, '5.2.2 Mailbox full', 'rejected', true],
  [554, '5.7.1 Client host rejected', 'rejected', false],
  [553, '5.7.1 Sender address rejected: not owned by user', 'rejected', false],
  [550, 'Relay not permitted', 'rejected', false],
  [450, 'It is refused.', 'retry-later', false],
])('a mailbox that answers %i %s: %s', async (status, words, kind, ofMailbox) => {
  const post = await startRefusingPost(status, words)
  const failure = await mailTo(post.smtpUrl)
    .send(MAIL)
    .catch((cause: VendorFailure) => cause)
  expect(failure).toMatchObject({ kind })
  expect(isOfMailbox(failure as VendorFailure)).toBe(ofMailbox)
  // The server repeats the address, which is a person's: a log and a report show the failure with its cause.
  expect(inspect(failure, { depth: null, showHidden: true })).not.toContain(MAIL.to)
  await post.close()
})

test('a mail names who it is from, where replies go, and how mails like it end', async () => {
  await mailTo(`smtp://127.0.0.1:${sandbox.smtpPort}`).send({
    ...MAIL,
    fromName: 'Coastal "Plumbing"\r\nBcc: all@evil.test',
    replyTo: 'mia@coastal.test',
    unsubscribeUrl: 'https://goodword.test/o/2bYourWord/mail',
  })
  const [mail] = sandbox.mails()
  expect(mail).toMatchObject({
    from: 'no-reply@goodword.test',
    to: ['jo@owner.test'],
    replyTo: 'mia@coastal.test',
  })
  expect(mail!.fromName).toContain('Coastal')
  expect(mail!.unsubscribe).toEqual([
    'List-Unsubscribe: <https://goodword.test/o/2bYourWord/mail>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
})
