// Does what the README says first, `npm start`, and sees the product, its sign-in page and one text on the stand-in's
// phone. Plain JavaScript for Node 20 and newer, because nothing is installed yet.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const INSTALL_AND_START_MS = 10 * 60_000
const TEXT_MS = 60_000
const STOP_MS = 30_000
const begun = Date.now()
const say = (words) => console.log(`see-start, ${Math.round((Date.now() - begun) / 1000)} s: ${words}`)

const settings = await movedPorts()
const product = `http://localhost:${settings.PORT ?? 3000}`
const sandbox = `http://localhost:${settings.SANDBOX_PORT ?? 4000}`

const started = spawn('npm', ['start'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ...settings },
})
const ended = once(started, 'exit')
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => killAll(signal))
try {
  await seeProduct()
  await seeText()
} catch (cause) {
  killAll('SIGTERM')
  await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })])
  throw cause
}
await seeEnd()

async function seeProduct() {
  await until('npm start is ready', INSTALL_AND_START_MS, async () => {
    assert.equal(started.exitCode, null, 'npm start ended by itself')
    return (await fetch(`${product}/readyz`)).ok
  })
  const login = await fetch(`${product}/login`)
  assert.equal(login.status, 200)
  assert.match(await login.text(), /<script type="module"/)
  say('/readyz and /login answer.')
}

/**
 * As a newcomer does it: an invoice of the console's list is marked as paid, and the customer's phone gets its text.
 */
async function seeText() {
  const { organisation, invoices } = await read('/control/console')
  const invoice = invoices.find(
    ({ type, status, phone, fate }) => type === 'ACCREC' && status === 'AUTHORISED' && phone && !fate,
  )
  assert.ok(invoice, 'the console lists no invoice that awaits payment')
  const texts = () => read(`/control/sms?${new URLSearchParams({ to: invoice.phone })}`)
  const before = (await texts()).length
  const pay = `${sandbox}/control/xero/${organisation}/invoices/${invoice.invoiceId}/pay`
  const paid = await fetch(pay, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(paid.status, 200)
  await until('the text arrives', TEXT_MS, async () => (await texts()).length === before + 1)
  say(`invoice ${invoice.number} was paid, and its customer got one text.`)
}

/** The database is out of the group's reach, on a port of its own: it is ended by those whom the signal reaches. */
async function seeEnd() {
  const { port } = JSON.parse(readFileSync('data/postgres.json', 'utf8'))
  killAll('SIGTERM')
  await Promise.race([ended, pause(STOP_MS).then(() => assert.fail('npm start outlives SIGTERM'))])
  await until('every process of the group ends', STOP_MS, async () => !isGroupAlive())
  await until(`the database on port ${port} ends`, STOP_MS, () => isFree(port))
  say('stopped by SIGTERM to its group, with its database.')
  process.exit(0)
}

function killAll(signal) {
  if (isGroupAlive()) process.kill(-started.pid, signal)
}

function isGroupAlive() {
  try {
    return process.kill(-started.pid, 0)
  } catch {
    return false
  }
}

async function read(path) {
  return (await fetch(`${sandbox}${path}`)).json()
}

async function until(what, ms, isSo) {
  const end = Date.now() + ms
  for (;;) {
    // While it starts, a connection is refused.
    const seen = await isSo().catch((cause) =>
      cause instanceof assert.AssertionError ? Promise.reject(cause) : false,
    )
    if (seen) return
    assert.ok(Date.now() < end, `not so after ${ms / 1000} s: ${what}`)
    await pause(500)
  }
}

/** The README's own ports, unless this machine uses them for something else. */
async function movedPorts() {
  const own = (await Promise.all([3000, 4000, 4025].map(isFree))).every(Boolean)
  if (own) return {}
  say('port 3000, 4000 or 4025 is taken here: PORT and SANDBOX_PORT move them.')
  return { PORT: '3850', SANDBOX_PORT: '4850' }
}

function isFree(port) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
