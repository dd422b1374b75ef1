import { asBusiness, asSystem, type Db, type TenantTrx } from '../database/database.ts'
import {
  findOptOuts,
  optOut,
  optOutEverywhere,
  undoOptOut,
  undoOptOutEverywhere,
} from '../opt-outs/opt-out.ts'
import type { OptOutPage } from './opt-out-page.ts'
import type { VisitedLink } from './visit-link.ts'

/** `undo` takes back what was done by a link, for this business and for all. */
export type Choice = 'this-business' | 'every-business' | 'undo'

/** What the customer chose on the page, and how things stand afterwards. */
export const chooseByLink = async (
  db: Db,
  link: VisitedLink,
  { token, choice }: { token: string; choice: Choice },
): Promise<OptOutPage> => {
  const { businessId } = link
  const phoneHash = await asBusiness(db, businessId, (trx) => phoneHashOf(trx, link))
  await asSystem(db, async (trx) => {
    if (choice === 'undo') {
      await undoOptOut(trx, businessId, phoneHash)
      await undoOptOutEverywhere(trx, phoneHash, 'link')
    } else {
      await optOut(trx, businessId, phoneHash, { source: 'link' })
      if (choice === 'every-business') await optOutEverywhere(trx, phoneHash, 'link')
    }
  })
  const page = await pageOf(db, link, token)
  return choice === 'undo' && page.state === 'ask' ? { state: 'undone', link, token } : page
}

export const pageOf = (db: Db, link: VisitedLink, token: string): Promise<OptOutPage> =>
  asBusiness(db, link.businessId, async (trx) => {
    const optOuts = await findOptOuts(trx, link.businessId, await phoneHashOf(trx, link))
    const has = (isEverywhere: boolean, ...sources: string[]) =>
      optOuts.some((one) => one.isEverywhere === isEverywhere && sources.includes(one.source))
    // What the link cannot undo comes first, but for what says more.
    if (has(true, 'stop', 'gateway')) return { state: 'stopped-all-by-text', link, token }
    if (has(true, 'link')) return { state: 'done-everywhere', link, token }
    if (has(false, 'stop', 'gateway')) return { state: 'stopped-by-text', link, token }
    return { state: has(false, 'link', 'owner') ? 'done' : 'ask', link, token }
  })

const phoneHashOf = async (trx: TenantTrx, { businessId, requestId }: VisitedLink): Promise<Buffer> => {
  const { phone_hash } = await trx
    .selectFrom('review_requests')
    .select('phone_hash')
    .where('business_id', '=', businessId)
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  return phone_hash
}
