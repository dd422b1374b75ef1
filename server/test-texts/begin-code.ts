import { findTimeZone } from '../businesses/business-time-zone.ts'
import { findHomeCountry } from '../businesses/home-country.ts'
import type { TenantTrx } from '../database/database.ts'
import { keyUsed } from '../database/act-once.ts'
import { findOptOuts } from '../opt-outs/opt-out.ts'
import { DAY_MS } from '../platform/dates.ts'
import { findOwnSender } from '../senders/sender-queries.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import { senderTo } from '../texts/sender-rules.ts'
import { refuseOutsideHours } from './refuse-outside-hours.ts'
import { BUSINESS_PACES, CODE_LIVES_MS, confirmedAlready, NUMBER_PACES } from './test-code-rules.ts'
import { roomFrom, tooManyCodes } from './test-limit-rules.ts'
import { testMobile } from './test-mobile.ts'
import {
  findCodeByKey,
  findCodes,
  insertCode,
  isConfirmed,
  lockCodes,
  type KeyedCode,
} from './test-number-queries.ts'
import { saidStop } from './test-refusals.ts'

export type WantedCode = {
  businessId: string
  userId: string
  /** Made when the form is shown: a second call with it texts no second code. */
  key: string
  phone: string
}

type Deps = Pick<TextDeps, 'prices'> & { clock: () => Date; hashPhone: (text: string) => Buffer }
type Repeated = { kind: 'repeated'; first: KeyedCode; phone: string }
type Ready = {
  kind: 'ready'
  phone: string
  phoneHash: Buffer
  timeZone: string
  /** The business's own by which it goes; null for the shared one. */
  sender: string | null
}
type Begun = Pick<Ready, 'phone' | 'sender'> & { kind: 'begun'; id: string; expiresAt: Date }

/** Whether a code may go to this number now. Throws Refusal where it may not. */
export const readyForCode = async (
  trx: TenantTrx,
  deps: Deps,
  { businessId, key, ...wanted }: WantedCode,
): Promise<Ready | Repeated> => {
  const { phone, country } = testMobile(deps, wanted.phone, await findHomeCountry(trx, businessId))
  const phoneHash = deps.hashPhone(phone)
  await lockCodes(trx, businessId)
  const first = await findCodeByKey(trx, businessId, key)
  if (first && !first.phoneHash.equals(phoneHash)) throw keyUsed()
  if (first) return { kind: 'repeated', first, phone }

  const now = deps.clock()
  const timeZone = await findTimeZone(trx, businessId)
  const optOuts = await findOptOuts(trx, businessId, phoneHash)
  if (optOuts.length > 0) throw saidStop(optOuts)
  if (await isConfirmed(trx, businessId, phoneHash)) throw confirmedAlready()
  await refuseOutsideHours(trx, businessId, now)
  const since = new Date(now.getTime() - DAY_MS)
  const past = await findCodes(trx, { businessId, phoneHash, since })
  const toNumber = past.filter(({ isToNumber }) => isToNumber)
  const from = roomFrom(timesOf(toNumber), NUMBER_PACES, now) ?? roomFrom(timesOf(past), BUSINESS_PACES, now)
  if (from) throw tooManyCodes(from, now, timeZone)
  const sender = senderTo(country, await findOwnSender(trx, businessId))
  return { kind: 'ready', phone, phoneHash, timeZone, sender }
}

/** Writes a code down, before it is texted. Throws Refusal where it may not go any more. */
export const beginCode = async (
  trx: TenantTrx,
  deps: Deps,
  wanted: WantedCode,
  code: string,
): Promise<Begun | Repeated> => {
  const ready = await readyForCode(trx, deps, wanted)
  if (ready.kind === 'repeated') return ready
  const id = crypto.randomUUID()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + CODE_LIVES_MS)
  const { phone, phoneHash, sender } = ready
  await insertCode(trx, {
    ...wanted,
    id,
    phone,
    phoneHash,
    codeHash: hashOfCode(deps, id, code),
    now,
    expiresAt,
  })
  return { kind: 'begun', id, phone, sender, expiresAt }
}

/** Keyed, or a million tries would find a code in a copy of the table; of its row, so that no two are alike. */
export const hashOfCode = ({ hashPhone }: Pick<Deps, 'hashPhone'>, id: string, code: string): Buffer =>
  hashPhone(`test-code ${id} ${code}`)

const timesOf = (codes: { at: Date }[]): Date[] => codes.map(({ at }) => at)
