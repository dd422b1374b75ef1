import { beforeEach, expect, test } from 'vitest'
import type { SmsPreview, SmsTemplateResponse } from '../../contracts/message-settings.ts'
import { addRequest } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { setSender } from '../senders/set-sender.ts'
import { DEFAULT_TEMPLATE } from '../texts/text-rules.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const preview = async (message: string): Promise<SmsPreview> =>
  (await call('POST', '/api/sms/template/preview', { message })).body as SmsPreview

test('a saved message is what the next customers get, and off means that none do [1.4] [3.4]', async () => {
  const message = 'Hi {firstName}, a word about us? {reviewLink}'
  const saved = await call('PUT', '/api/sms/template', { message, isEnabled: true })
  expect(saved).toMatchObject({
    status: 200,
    body: { message, isEnabled: true, defaultMessage: DEFAULT_TEMPLATE, warnings: [] },
  })
  trader.paid(trader.customer(undefined, 'Priya'))
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(trader.texts()[0]!.body).toMatch(/^Hi Priya, a word about us\? http/)

  await call('PUT', '/api/sms/template', { message, isEnabled: false })
  const unasked = trader.paid()
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(unasked)).toBe('automation_off')
  expect((await call('GET', '/api/sms/template')).body).toMatchObject({ message, isEnabled: false })
})

test('its owner is told by which sender it texts, and the preview ends as its texts do', async () => {
  const sender = async () => ((await call('GET', '/api/sms/template')).body as SmsTemplateResponse).sender
  const give = (name: string | null) =>
    setSender(product.parts, trader.businessId, { sender: name, isRegistered: true })
  const message = `Hi {firstName}, ${'x'.repeat(80)} {reviewLink}`
  expect(await sender()).toEqual({ kind: 'shared', name: '+61480000000', isTwoWay: true })
  expect(await preview(message)).toMatchObject({ segments: 1, body: expect.stringContaining('Reply STOP') })
  await give('+61480000001')
  expect(await sender()).toEqual({ kind: 'own-number', name: '+61480000001', isTwoWay: true })
  await give('Coastal')
  expect(await sender()).toEqual({ kind: 'own-name', name: 'Coastal', isTwoWay: false })
  expect(await preview(message)).toMatchObject({
    segments: 2,
    body: expect.stringContaining('Opt out: http'),
  })
  await give(null)
})

test('an owner whose texts come from a name is warned of "Reply STOP", and it is left out', async () => {
  const message = 'Hi {firstName}, a review? {reviewLink} Reply STOP to opt out'
  const warnings = [expect.stringContaining('Nobody can reply to your texts')]
  await call('PUT', '/api/sms/template', { message, isEnabled: true })
  expect(await preview(message)).toMatchObject({
    warnings: [],
    body: expect.stringMatching(/Reply STOP to opt out$/),
  })
  await setSender(product.parts, trader.businessId, { sender: 'Coastal', isRegistered: true })
  expect((await call('GET', '/api/sms/template')).body).toMatchObject({ warnings })
  const { body, ...rest } = await preview(message)
  expect(rest).toMatchObject({ warnings, problem: null })
  expect(body).toMatch(/ Opt out: http/)
  expect(body).not.toContain('STOP')
  trader.paid(trader.customer(undefined, 'Priya'))
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(trader.texts()[0]!.body).not.toContain('STOP')
  await setSender(product.parts, trader.businessId, { sender: null, isRegistered: false })
})

test.each([
  ['   ', 'Please write a message.'],
  ['a'.repeat(201), 'Character limit reached. Maximum 200 characters allowed.'],
  ['Thanks… “Sam”', 'Invalid character detected. Please remove special characters like … “ ”'],
  [
    'Hi {fristName}',
    'We cannot fill in {fristName}. You can use {firstName}, {customerName}, {businessName}, {invoiceNumber}, {reviewLink}.',
  ],
])('%j is refused in the words of its rule, and nothing changes [5.6]', async (message, words) => {
  const before = await call('GET', '/api/sms/template')
  const { status, body } = await call('PUT', '/api/sms/template', { message, isEnabled: true })
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: 'invalid-template',
      detail: 'This message cannot be used as it is.',
      fields: [{ path: 'message', message: words }],
    },
  })
  expect((await call('GET', '/api/sms/template')).body).toEqual(before.body)
})

test('a message of more than one segment says by how many characters it would cost a segment less', async () => {
  const start = 'Hi {firstName}, '
  const of = (length: number) => `${start}${'word '.repeat(60)}`.slice(0, length)
  expect(await preview(of(40))).toMatchObject({ segments: 1, shortenBy: null })
  const long = await preview(of(190))
  expect(long.segments).toBe(2)
  const by = long.shortenBy!
  expect(await preview(of(190 - by))).toMatchObject({ segments: 1 })
  expect(await preview(of(190 - by + 2))).toMatchObject({ segments: 2 })
})

test('a message from before a rule can still be switched off, but not on', async () => {
  const message = 'Hi {nickname}'
  await trader.set({ template: message })
  expect((await call('PUT', '/api/sms/template', { message, isEnabled: true })).status).toBe(422)
  expect(await call('PUT', '/api/sms/template', { message, isEnabled: false })).toMatchObject({
    status: 200,
    body: { message, isEnabled: false },
  })
})

test('the preview says why a field cannot be filled in', async () => {
  expect((await preview('Hi {fristName}')).problem).toMatchObject({
    code: 'unknown_field',
    message: expect.stringContaining('{fristName}'),
  })
})

test('the preview is the text of the latest real customer, at the price that is charged', async () => {
  await addRequest(product.db, trader, {
    state: 'delivered',
    sent_at: product.now(),
    customer_name: 'Aroha Ngata',
    first_name: 'Aroha',
    invoice_number: 'INV-77',
    phone_country: 'NZ',
  })
  const shown = await preview('Kia ora {firstName}, how was {invoiceNumber}? {reviewLink}')
  expect(shown).toMatchObject({
    segments: 1,
    price: 0.14,
    currency: 'AUD',
    country: 'NZ',
    problem: null,
    replacement: null,
    customer: { isReal: true, firstName: 'Aroha', invoiceNumber: 'INV-77' },
  })
  expect(shown.body).toMatch(/^Kia ora Aroha, how was INV-77\? http\S+ Reply STOP to opt out$/)
  expect(shown.charactersLeft).toBe(200 - 'Kia ora {firstName}, how was {invoiceNumber}? {reviewLink}'.length)
})

test('the preview prefers a customer at home to a later one abroad', async () => {
  const texted = { state: 'delivered' as const, sent_at: product.now() }
  await addRequest(product.db, trader, {
    ...texted,
    customer_name: 'Priya Raman',
    first_name: 'Priya',
    phone_country: 'AU',
  })
  await addRequest(product.db, trader, {
    ...texted,
    customer_name: 'Eleanor Whitby',
    first_name: 'Eleanor',
    phone_country: 'GB',
  })
  expect(await preview('Hi {firstName}, {reviewLink}')).toMatchObject({
    country: 'AU',
    customer: { firstName: 'Priya' },
  })
})

test('what is previewed is as long as what is sent, and costs as much', async () => {
  const message = `Hi {firstName}. ${'A longer word about our work would help. '.repeat(4)}{reviewLink}`
  const shown = await preview(message)
  await call('PUT', '/api/sms/template', { message, isEnabled: true })
  trader.paid(trader.customer(undefined, shown.customer.firstName!))
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(trader.texts()[0]!.body).toHaveLength(shown.body!.length)
  expect(1000 - (await trader.balance()).available).toBe(Math.round(shown.price! * 100))
  expect(shown.segments).toBe(2)
})

test('a preview names the strange characters and offers their nearest', async () => {
  const shown = await preview('Thanks – “Sam” 😀')
  expect(shown.problem).toMatchObject({ code: 'invalid_character', characters: ['–', '“', '”', '😀'] })
  expect(shown.replacement).toBe('Thanks - "Sam" ')
  expect(shown.body).toContain('Thanks - "Sam"')
})

test('a preview warns of gifts and stars, and a blank message has none', async () => {
  expect((await preview('5 stars and you get 10% off')).warnings).toHaveLength(2)
  expect(await preview(' ')).toMatchObject({ body: null, price: null, problem: { code: 'blank' } })
})

test.each([
  ['invalid_character', 'A free coffee for “5 stars”…'],
  ['unknown_field', '{nickname}, a free coffee for 5 stars'],
  ['too_long', `A free coffee for 5 stars ${'and a cake '.repeat(20)}`],
])('a preview warns of gifts and stars also where the message is refused: %s', async (code, message) => {
  const shown = await preview(message)
  expect(shown.problem).toMatchObject({ code })
  expect(shown.warnings).toEqual([expect.stringContaining('in return'), expect.stringContaining('of stars')])
})

test('another business’s message is its own', async () => {
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  await stranger.call('PUT', '/api/sms/template', { message: 'Of another', isEnabled: true })
  expect((await call('GET', '/api/sms/template')).body).not.toMatchObject({ message: 'Of another' })
})

test('of two messages that began from the same one the later learns of the earlier; so does a switch', async () => {
  const { version, message: before } = (await call('GET', '/api/sms/template')).body
  const put = (message: unknown, isEnabled: boolean) =>
    call('PUT', '/api/sms/template', { message, isEnabled, version })
  expect((await put('Hi {firstName}, a word? {reviewLink}', true)).status).toBe(200)
  expect(await put('Hi {firstName}, two words? {reviewLink}', true)).toMatchObject({
    status: 409,
    body: {
      code: 'changed-meanwhile',
      detail:
        'Your change to the message was not saved, because a change was saved first in another tab or on another device. ' +
        'Look at what is saved now, then make your change again.',
    },
  })
  expect(await put(before, false)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^Your change to the message or the switch for review requests /) },
  })
  expect((await call('GET', '/api/sms/template')).body).toMatchObject({
    message: 'Hi {firstName}, a word? {reviewLink}',
    isEnabled: true,
  })
})
