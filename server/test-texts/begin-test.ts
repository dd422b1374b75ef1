import type { TenantTrx } from '../database/database.ts'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import { findHomeCountry } from '../businesses/home-country.ts'
import { reserveFunds } from '../ledger/reserve-funds.ts'
import { keyUsed } from '../database/act-once.ts'
import { findOptOuts } from '../opt-outs/opt-out.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import type { Refusal } from '../platform/errors.ts'
import { enqueue } from '../platform/postgres/work/jobs.ts'
import { lockFunds } from '../review-requests/sending/claim-queries.ts'
import { newLinkToken } from '../texts/link-token.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import { composeTest, type ComposedTest } from './compose-test.ts'
import { refuseOutsideHours } from './refuse-outside-hours.ts'
import { roomFrom, TEST_PACES, tooManyTests } from './test-limit-rules.ts'
import { noFunds, saidStop } from './test-refusals.ts'
import { askAgainSeconds, notConfirmed } from './test-code-rules.ts'
import { testMobile } from './test-mobile.ts'
import { findOpenCode, isConfirmed } from './test-number-queries.ts'
import { findTestByKey, findTestTimes, insertTestText, type KeyedTest } from './test-text-queries.ts'

export type WantedTest = {
  businessId: string
  userId: string
  /** Made when the form is shown: a second call with it sends nothing and gets the answer to the first. */
  key: string
  phone: string
  message: string | undefined
}

type BegunTest = { kind: 'begun'; id: string; text: ComposedTest } | { kind: 'repeated'; first: KeyedTest }

const FIRST_LOOK_MS = MINUTE_MS

/**
 * Reserves the price of a test text and writes it down, before it is sent. Tests of one business are begun one after
 * another. Throws Refusal; only a test that begins counts for the limit.
 */
export const beginTest = async (
  trx: TenantTrx,
  deps: TextDeps & { clock: () => Date; hashPhone: (text: string) => Buffer },
  wanted: WantedTest,
): Promise<BegunTest> => {
  const { businessId, key } = wanted
  const availableCents = await lockFunds(trx, businessId)
  const { phone } = testMobile(deps, wanted.phone, await findHomeCountry(trx, businessId))
  const askedHash = deps.hashPhone(`${phone}\n${wanted.message ?? ''}`)
  const first = await findTestByKey(trx, businessId, key)
  if (first && !first.askedHash.equals(askedHash)) throw keyUsed()
  if (first) return { kind: 'repeated', first }

  const linkToken = newLinkToken()
  const now = deps.clock()
  const text = await composeTest(trx, deps, { ...wanted, linkToken })
  const phoneHash = deps.hashPhone(text.phone)
  const optOuts = await findOptOuts(trx, businessId, phoneHash)
  if (optOuts.length > 0) throw saidStop(optOuts)
  await refuseOutsideHours(trx, businessId, now)
  if (availableCents < text.cents) throw noFunds()
  await refuseTooMany(trx, businessId, now)
  if (!(await isConfirmed(trx, businessId, phoneHash)))
    throw await unconfirmed(trx, { ...wanted, phone: text.phone, phoneHash, now })

  const id = crypto.randomUUID()
  await insertTestText(trx, { ...wanted, id, askedHash, linkToken, text, now })
  await reserveFunds(trx, businessId, [{ reference: id, cents: text.cents }])
  const runAt = new Date(now.getTime() + FIRST_LOOK_MS)
  const job = { key: `test-text:${id}`, queue: 'twilio', runAt }
  await enqueue(trx, 'look-for-test-text', { businessId, id }, job)
  return { kind: 'begun', id, text }
}

const unconfirmed = async (
  trx: TenantTrx,
  { phone, now, ...of }: Omit<WantedTest, 'key' | 'message'> & { phoneHash: Buffer; now: Date },
): Promise<Refusal> => {
  const code = await findOpenCode(trx, { ...of, now })
  if (!code) return notConfirmed(undefined)
  return notConfirmed({
    status: code.isSent ? 'sent' : 'unknown',
    phone,
    expiresAt: code.expiresAt.toISOString(),
    askAgainSeconds: askAgainSeconds(code.createdAt, now),
  })
}

const refuseTooMany = async (trx: TenantTrx, businessId: string, now: Date): Promise<void> => {
  const past = await findTestTimes(trx, businessId, new Date(now.getTime() - DAY_MS))
  const from = roomFrom(past, TEST_PACES, now)
  if (from) throw tooManyTests(from, now, await findTimeZone(trx, businessId))
}
