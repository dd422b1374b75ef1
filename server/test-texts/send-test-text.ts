import { sql } from 'kysely'
import { NO_MOBILE, type SmsTestResponse } from '../../contracts/test-texts.ts'
import { asBusiness, type Db, type TenantTrx } from '../database/database.ts'
import { reserveFunds } from '../ledger/reserve-funds.ts'
import type { SendOutcome, SmsToSend } from '../integrations/twilio/twilio-types.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'
import { enqueue } from '../platform/postgres/work/jobs.ts'
import { centsToDecimal } from '../platform/money.ts'
import { lockFunds } from '../review-requests/sending/claim-queries.ts'
import { newLinkToken } from '../texts/link-token.ts'
import { failureWords } from '../texts/failure-rules.ts'
import { mobileFrom } from '../texts/phone-rules.ts'
import { pricedText, type TextDeps } from '../texts/priced-text.ts'
import { refuseBadTemplate } from '../texts/text-rules.ts'
import { findSampleCustomer, findTextingBusiness } from '../message-settings/template-queries.ts'
import { settleTestText } from './test-text-queries.ts'

export type TestTextDeps = TextDeps & {
  db: Db
  clock: () => Date
  hashPhone: (phone: string) => Buffer
  twilio: { send: (sms: SmsToSend) => Promise<SendOutcome> }
}

type Wanted = {
  businessId: string
  userId: string
  phone: string
  message: string | undefined
  /** Throws Refusal when there were too many. */
  countTest: (phoneHash: Buffer) => Promise<void>
}

export const FIRST_LOOK_MS = MINUTE_MS

/**
 * Sends the owner's own phone what a customer would get. It is paid for as any text is, its row is no review request,
 * and an unknown outcome is looked up later. Throws Refusal for the message, the number, the funds or the gateway.
 */
export const sendTestText = async (deps: TestTextDeps, wanted: Wanted): Promise<SmsTestResponse> => {
  const { db, clock, twilio } = deps
  const { businessId } = wanted
  const text = await asBusiness(db, businessId, (trx) => composeTest(trx, deps, wanted))
  await wanted.countTest(deps.hashPhone(text.phone))
  await asBusiness(db, businessId, (trx) => reserveTest(trx, deps, wanted, text))

  const outcome = await twilio.send({ to: text.phone, body: text.body, attemptId: text.id })
  const balance = await asBusiness(db, businessId, async (trx) => {
    await settleTestText(trx, businessId, text.id, fateOf(outcome), clock())
    return lockFunds(trx, businessId)
  })
  if (outcome.kind === 'rejected' || outcome.kind === 'retry-later') throw refusedBy(outcome)
  return {
    status: outcome.kind === 'accepted' ? 'sent' : 'unknown',
    phone: text.phone,
    body: text.body,
    segments: text.segments,
    price: centsToDecimal(text.cents),
    currency: text.currency,
    balance: centsToDecimal(balance),
  }
}

type ComposedTest = Awaited<ReturnType<typeof composeTest>>

const composeTest = async (trx: TenantTrx, deps: TestTextDeps, { businessId, phone, message }: Wanted) => {
  const business = await findTextingBusiness(trx, businessId)
  const template = (message ?? business.message).normalize('NFC')
  refuseBadTemplate(template)
  const slot = { type: 'MOBILE', countryCode: '', areaCode: '', number: phone }
  const mobile = mobileFrom([slot], business.country)
  if (mobile.kind === 'none') throw badPhone(NO_MOBILE)
  const customer = await findSampleCustomer(trx, businessId, business.country)
  const linkToken = newLinkToken()
  const to = { ...customer, template, businessName: business.name, linkToken, country: mobile.country }
  const { body, segments, cents } = pricedText(deps, to)
  if (cents === undefined) throw badPhone('This number is in a country that we cannot text yet.')
  const id = crypto.randomUUID()
  return { id, phone: mobile.phone, body, segments, cents, linkToken, currency: business.currency }
}

const reserveTest = async (
  trx: TenantTrx,
  { clock, hashPhone }: TestTextDeps,
  { businessId, userId }: Wanted,
  { id, phone, segments, cents, linkToken }: ComposedTest,
): Promise<void> => {
  if (await isOptedOut(trx, businessId, hashPhone(phone))) throw saidStop()
  if ((await lockFunds(trx, businessId)) < cents) throw noFunds()
  const now = clock()
  await trx
    .insertInto('test_texts')
    .values({
      business_id: businessId,
      id,
      user_id: userId,
      phone,
      segments,
      price_cents: cents,
      link_token: linkToken,
      created_at: now,
    })
    .execute()
  await reserveFunds(trx, businessId, [{ reference: id, cents }])
  const runAt = new Date(now.getTime() + FIRST_LOOK_MS)
  await enqueue(
    trx,
    'look-for-test-text',
    { businessId, id },
    { key: `test-text:${id}`, queue: 'twilio', runAt },
  )
}

const isOptedOut = async (trx: TenantTrx, businessId: string, phoneHash: Buffer): Promise<boolean> => {
  const { rows } = await sql<{ out: boolean }>`
    select exists (select from opt_outs where business_id = ${businessId} and phone_hash = ${phoneHash})
        or exists (select from platform_opt_outs where phone_hash = ${phoneHash}) as out`.execute(trx)
  return rows[0]!.out
}

const fateOf = (outcome: SendOutcome) => {
  if (outcome.kind === 'accepted') return { state: 'accepted' as const, messageSid: outcome.messageSid }
  return outcome.kind === 'outcome-unknown'
    ? { state: 'unknown' as const }
    : { state: 'rejected' as const, code: outcome.code }
}

const refusedBy = (outcome: Extract<SendOutcome, { kind: 'rejected' | 'retry-later' }>): Refusal => {
  if (outcome.kind === 'retry-later')
    return new Refusal('gateway-busy', 503, 'The network is busy. Nothing was charged: please try again.', {
      retryAfterSeconds: outcome.afterSeconds ?? 10,
    })
  const { what } = failureWords(outcome.code)
  return new Refusal('text-refused', 409, `${what} Nothing was charged.`)
}

const badPhone = (message: string): Refusal =>
  new Refusal('invalid-phone', 422, 'No text can be sent there.', { fields: [{ path: 'phone', message }] })

const noFunds = (): Refusal =>
  new Refusal('no-funds', 409, 'There are not enough funds for this text. Please top up first.')

const saidStop = (): Refusal =>
  new Refusal(
    'opted-out',
    409,
    'This phone replied STOP to a text, so it gets none. Text START back to undo that.',
  )
