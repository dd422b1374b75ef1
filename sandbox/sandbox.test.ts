import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startListener } from '../test/support/listener.ts'
import { startSandbox } from '../test/support/sandbox.ts'
import type { Sandbox } from './sandbox.ts'
import { DEMO_ORGANISATION } from './xero/demo/demo-organisation.ts'

const { tenantId } = DEMO_ORGANISATION
const PRIYA = '+61491570006'
let folder = ''
let product: Awaited<ReturnType<typeof startListener>>
let open: Sandbox[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-sandbox-'))
  product = await startListener()
})
afterEach(async () => {
  for (const sandbox of open) await sandbox.close()
  open = []
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

test('payments, consents, texts and opt-outs outlive a restart', async () => {
  const before = await start()
  const [paid] = before.xero.payMany(tenantId, 1, { webhook: false })
  const { accessToken } = before.xero.grant(tenantId)
  await before.twilio.reply(PRIYA, 'STOP')
  await before.close()

  const after = await start()
  expect(after.xero.invoice(tenantId, paid!.invoiceId)).toEqual(paid)
  expect(after.twilio.isBlocked(PRIYA)).toBe(true)
  expect(after.twilio.conversation(PRIYA)).toHaveLength(2)
  const answer = await fetch(`${after.url}/xero/api/connections`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(await answer.json()).toMatchObject([{ tenantId }])
})

test('a webhook that was not answered is sent again after a restart', async () => {
  const url = product.url
  await product.close()
  const before = await start({ publicUrl: url, timing: { retrySeconds: [600] } })
  before.xero.payMany(tenantId, 1)
  await before.xero.webhooks.settled()
  await before.close()

  product = await startListener()
  await start()
  await expect.poll(() => product.received.length).toBe(1)
})

test('an unreadable snapshot is set aside, and the sandbox starts empty', async () => {
  writeFileSync(file(), '{"half": ')
  const sandbox = await start()
  expect(sandbox.xero.organisations().map(({ name }) => name)).toContain('Whitlock Electrical')
  expect(readFileSync(`${file()}.unreadable`, 'utf8')).toBe('{"half": ')
})

test('the control API does what people do, and says what it does not understand', async () => {
  const sandbox = await start()
  const control = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const invoices = (await (await control('GET', `/xero/${tenantId}/invoices`)).json()) as Shown[]
  const awaiting = invoices.find(({ status, type }) => status === 'AUTHORISED' && type === 'ACCREC')!
  const at = `/xero/${tenantId}/invoices/${awaiting.invoiceId}`

  expect(await (await control('POST', `${at}/part-pay`)).json()).toMatchObject({ status: 'AUTHORISED' })
  expect(await (await control('POST', `${at}/pay`)).json()).toMatchObject({ status: 'PAID', dueCents: 0 })
  expect((await control('POST', `${at}/pay`)).status).toBe(409)
  expect(await (await control('POST', `${at}/undo`)).json()).toMatchObject({ status: 'AUTHORISED' })
  expect(await (await control('POST', `${at}/void`)).json()).toMatchObject({ status: 'VOIDED' })
  expect((await control('POST', `${at}/pay`, { amount: 3 })).status).toBe(400)
  expect((await control('PUT', '/faults', { nonsense: {} })).status).toBe(400)
  expect((await control('GET', '/health', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)

  expect(await (await control('POST', '/reset')).json()).toEqual({ ok: true })
  expect(sandbox.xero.invoice(tenantId, awaiting.invoiceId).status).toBe('AUTHORISED')
})

test('the console shows the texts of a phone under its customer’s name', async () => {
  const sandbox = await start()
  await sandbox.twilio.reply(PRIYA, 'Hello?')
  const query = new URLSearchParams({ organisation: tenantId, phone: PRIYA })
  const state = (await (await fetch(`${sandbox.url}/control/console?${query}`)).json()) as {
    phone: { name: string; texts: { body: string; isMine: boolean }[] }
    invoices: { contactName: string; phone: string | null }[]
  }
  expect(state.phone).toMatchObject({ name: 'Priya Raman', texts: [{ body: 'Hello?', isMine: true }] })
  const phoneOf = (name: string) => state.invoices.find(({ contactName }) => contactName === name)!.phone
  expect(phoneOf('Ben Fraser')).toBe('+61491573087')
  expect(phoneOf('Siobhán Ní Bhriain')).toBe('+61491570110')
  expect(phoneOf('Margaret Abernathy')).toBeNull()
  const page = await fetch(`${sandbox.url}/`)
  expect(await page.text()).toContain('You are everyone else')
})

const file = (): string => join(folder, 'sandbox.json')

const start = async (options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> => {
  const sandbox = await startSandbox({ publicUrl: product.url, snapshotFile: file(), ...options })
  open.push(sandbox)
  return sandbox
}

type Shown = { invoiceId: string; status: string; type: string }
