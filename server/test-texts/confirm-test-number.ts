import { timingSafeEqual } from 'node:crypto'
import type { SmsTestNumberResponse } from '../../contracts/test-texts.ts'
import { findHomeCountry } from '../businesses/home-country.ts'
import { asBusiness } from '../database/database.ts'
import type { Refusal } from '../platform/errors.ts'
import { hashOfCode } from './begin-code.ts'
import type { TestTextDeps } from './send-test-text.ts'
import { codeIsOver, MOST_TRIES, wrongCode } from './test-code-rules.ts'
import { testMobile } from './test-mobile.ts'
import { confirmNumber, tryCodes } from './test-number-queries.ts'

/** The owner types in the code that came to a number: test texts may go there from now on. Throws Refusal. */
export const confirmTestNumber = async (
  deps: Pick<TestTextDeps, 'db' | 'clock' | 'hashPhone' | 'prices'>,
  { businessId, userId, ...typed }: { businessId: string; userId: string; phone: string; code: string },
): Promise<SmsTestNumberResponse> => {
  const now = deps.clock()
  const code = typed.code.replace(/\D/g, '')
  // A wrong try is counted, so it is refused only after that is written.
  const tried = await asBusiness(deps.db, businessId, async (trx): Promise<string | Refusal> => {
    const { phone } = testMobile(deps, typed.phone, await findHomeCountry(trx, businessId))
    const phoneHash = deps.hashPhone(phone)
    const codes = await tryCodes(trx, { businessId, phoneHash, now })
    const right = codes.filter(({ id, codeHash }) => timingSafeEqual(codeHash, hashOfCode(deps, id, code)))
    if (right.length > 0) {
      await confirmNumber(trx, { businessId, userId, phoneHash, now })
      return phone
    }
    const triesLeft = MOST_TRIES - Math.min(MOST_TRIES, ...codes.map(({ tries }) => tries))
    return triesLeft > 0 ? wrongCode(triesLeft) : codeIsOver()
  })
  if (typeof tried !== 'string') throw tried
  return { phone: tried }
}
