import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { createPerson } from '../support/person.ts'
import { xeroOf } from '../support/owner.ts'
import type { LiveStage } from './live-stage.ts'

const CUSTOMER = '+61491571804'
const OWNER = 'jo@whitlock.example'
const TEXT_MS = 60_000

type Operator = {
  /** `goodword grant` and the like; returns what it printed. */
  goodword: (...args: string[]) => Promise<string>
  /** One statement as the owner of the database. */
  query: (sql: string) => Promise<unknown>
}

/** An owner signs up, connects Xero and goes live; an invoice is paid; its customer gets one text. */
export const seeFirstText = async (
  { publicUrl, sandbox }: LiveStage,
  { goodword, query }: Operator,
): Promise<void> => {
  const person = createPerson(publicUrl)
  const call = async (method: string, path: string, json?: object) => {
    const { status, body } = await person.api(method, path, json)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`)
    return body
  }
  await person.signIn(OWNER)
  const { places } = (await call('GET', '/api/places?query=whitlock')) as { places: { placeId: string }[] }
  await call('PUT', '/api/onboarding/business', { placeId: places[0]!.placeId })
  const { tenantId } = sandbox.xero.addOrganisation({ name: 'Whitlock Electrical' })
  const back = await xeroOf(person).connectXero(tenantId)
  assert.equal(back.searchParams.get('xero'), 'success', back.href)
  await call('POST', '/api/onboarding/complete')
  const [business] = JSON.parse(await goodword('businesses', '--json')) as { id: string }[]
  await goodword('grant', '--business', business!.id, '--amount', '1000', '--note', 'a first text')
  // By day and by night: the check is not about hours.
  await query('update businesses set keeps_decent_hours = false, sending_from = null, sending_until = null')

  const { contactId } = sandbox.xero.addContact(tenantId, {
    name: 'Sam Green',
    firstName: 'Sam',
    mobile: CUSTOMER,
  })
  const { invoiceId } = sandbox.xero.addInvoice(tenantId, { contactId, totalCents: 12_300 })
  sandbox.xero.pay(tenantId, invoiceId, { webhook: true })
  const sent = () => sandbox.twilio.sent(CUSTOMER)
  const end = Date.now() + TEXT_MS
  while (sent().length === 0) {
    assert.ok(Date.now() < end, `no text came within ${TEXT_MS / 1000} s`)
    await pause(200)
  }
}

/** How many texts the customer has got. */
export const countTexts = ({ sandbox }: LiveStage): number => sandbox.twilio.sent(CUSTOMER).length
