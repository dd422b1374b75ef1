import { asBusiness, asSystem, type Db, type TenantTrx } from '../database/database.ts'
import {
  findOptOuts,
  optOut,
  optOutEverywhere,
  undoOptOut,
  undoOptOutEverywhere,
} from '../opt-outs/opt-out.ts'
import type { Sealer } from '../platform/seal.ts'
import type { AboutTexts, OptOutPage } from './opt-out-page.ts'
import { ENDED_NOTHING, openUndo, sealUndo, UNDO_MS, type Ended } from './undo-value.ts'
import type { VisitedLink } from './visit-link.ts'

/** `undo` takes back what was done by a link in the same sitting, for this business and for all. */
export type Choice = 'this-business' | 'every-business' | 'undo'

export type LinkDeps = { db: Db; sealer: Sealer; clock: () => Date }
type Chosen = { token: string; choice: Choice; undo: string | undefined }

/** What the customer chose on the page, and how things stand afterwards. */
export const chooseByLink = async (
  { db, sealer, clock }: LinkDeps,
  link: VisitedLink,
  { token, choice, undo }: Chosen,
): Promise<OptOutPage> => {
  const { businessId } = link
  const now = clock()
  const before = openUndo(sealer, undo, { token, now })
  const phoneHash = await asBusiness(db, businessId, (trx) => phoneHashOf(trx, link))
  if (choice === 'undo') {
    if (!before) return { ...(await pageOf(db, link, token)), isTooLate: true }
    await asSystem(db, async (trx) => {
      if (before.here) await undoOptOut(trx, businessId, phoneHash)
      if (before.everywhere) await undoOptOutEverywhere(trx, phoneHash, 'link')
    })
    const page = await pageOf(db, link, token)
    return page.state === 'ask' ? { state: 'undone', link, token } : page
  }
  const { here, everywhere } = before ?? ENDED_NOTHING
  const until = now.getTime() + UNDO_MS
  const ended = await asSystem(db, async (trx): Promise<Ended> => {
    const isNew = await optOut(trx, businessId, phoneHash, { source: 'link' })
    const isNewEverywhere = choice === 'every-business' && (await optOutEverywhere(trx, phoneHash, 'link'))
    return { here: isNew ? until : here, everywhere: isNewEverywhere ? until : everywhere }
  })
  return { ...(await pageOf(db, link, token)), undo: sealUndo(sealer, ended, token) }
}

export const pageOf = (db: Db, link: VisitedLink, token: string): Promise<AboutTexts> =>
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
