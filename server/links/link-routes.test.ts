import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { addAttempt, addRequest } from '../../test/support/paid-invoices.ts'
import { asBusiness, asSystem } from '../database/database.ts'
import { seedBusiness } from '../flows/accounts/seed-business.ts'
import { optOutAtGateway, optOutEverywhere, undoStop } from '../opt-outs/opt-out.ts'
import { newLinkToken } from '../texts/link-token.ts'
import { sealUndo } from './undo-value.ts'

const side = useAccountSide()
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1' }
let businesses = 0
let businessId: string
let phoneHash: Buffer
let token: string
let request: { where: { businessId: string; tenantId: string }; id: string }

beforeEach(async () => {
  const { db, sealer } = side.parts
  const where = await seedBusiness(
    { db, sealer },
    { number: (businesses += 1), fundsCents: 0, currency: 'AUD', name: 'Jo & Sons <Plumbing>' },
  )
  businessId = where.businessId
  await db.updateTable('businesses').set({ review_url: REVIEWS }).where('id', '=', businessId).execute()
  token = newLinkToken()
  phoneHash = randomBytes(32)
  const id = await addRequest(db, where, { state: 'sent', link_token: token, phone_hash: phoneHash })
  await addAttempt(db, where, id, { state: 'accepted' })
  request = { where, id }
  sitting = undefined
})

const REVIEWS = 'https://search.google.com/local/writereview?placeid=ChIJjo'
const open = (path: string, headers: Record<string, string> = PHONE, method = 'GET') =>
  fetch(`${side.url}${path}`, { redirect: 'manual', headers, method })
/** What the page gave to undo with, as its forms send it along. */
let sitting: string | undefined
const post = async (fields: Record<string, string> = {}) => {
  const answer = await fetch(`${side.url}/o/${token}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, html: await answer.text() }
}
const tap = async (fields: Record<string, string> = {}) => {
  const { status, html } = await post({ ...fields, ...(sitting && { sitting }) })
  sitting = /name="sitting" value="([^"]+)"/.exec(html)?.[1]
  return [status, titleOf(html)]
}
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]
const optOuts = () =>
  side.parts.db.selectFrom('opt_outs').select('source').where('phone_hash', '=', phoneHash).execute()
describe('the review link', () => {
  test('that is not valid any more explains it, with the business’s name where we know it', async () => {
    const { db } = side.parts
    await db.updateTable('businesses').set({ review_url: null }).where('id', '=', businessId).execute()
    const known = await open(`/r/${token}`)
    expect(known.status).toBe(404)
    const page = await known.text()
    expect(page).toContain('This link does not work')
    expect(page).toContain('Find Jo &#38; Sons &#60;Plumbing&#62; on Google')
    expect(page).toContain('query=Jo%20%26%20Sons%20%3CPlumbing%3E"')
    for (const nobodys of ['2222222222', 'x', '..%2F..']) {
      const unknown = await open(`/r/${nobodys}`)
      const nobodysPage = await unknown.text()
      expect([unknown.status, titleOf(nobodysPage)]).toEqual([404, 'This link does not work'])
      expect(nobodysPage).not.toContain('google.com')
    }
  })
})

describe('a flood of visits', () => {
  const opened = async () => {
    const { db } = side.parts
    const { open_count } = await db
      .selectFrom('review_requests')
      .select('open_count')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    return open_count
  }

  test('behind the lock of one text leaves the connections to the others', async () => {
    const locked = await side.parts.pool.connect()
    await locked.query('begin')
    await locked.query('select from review_requests where id = $1 for update', [request.id])
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => open(`/r/${token}`)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    }
    await locked.query('commit')
    locked.release()
    await expect.poll(opened).toBe(30)
  })

  test('is counted to the hundredth, and leads on', async () => {
    const { db } = side.parts
    await db.updateTable('review_requests').set({ open_count: 99 }).where('id', '=', request.id).execute()
    for (let visits = 0; visits < 3; visits += 1) expect((await open(`/r/${token}`)).status).toBe(302)
    // Previews are not visits, and come after them in the same turn.
    await open(`/r/${token}`, {}, 'HEAD')
    const kinds = async () => {
      const visits = db.selectFrom('link_visits').select('kind').where('request_id', '=', request.id)
      return (await visits.execute()).map(({ kind }) => kind).toSorted()
    }
    await expect.poll(kinds).toEqual(['preview', 'visit'])
    expect(await opened()).toBe(100)
  })
})

describe('the opt-out link', () => {
  test('opts out with one tap, which can be undone, and done again', async () => {
    expect(await tap()).toEqual([200, 'Done: no more texts'])
    expect(await optOuts()).toEqual([{ source: 'link' }])
    expect(titleOf(await (await open(`/o/${token}`)).text())).toBe('Done: no more texts')
    expect(await tap()).toEqual([200, 'Done: no more texts'])
    expect(await tap({ undo: 'yes' })).toEqual([200, 'You can be texted again'])
    expect(await optOuts()).toEqual([])
    expect(await tap()).toEqual([200, 'Done: no more texts'])
  })

  test('that a business holds as well undoes nothing that its customer chose', async () => {
    await tap({ all: 'yes' })
    const theirs = sitting!
    const everywhere = 'Done: no more texts from anyone'
    const tries: Record<string, string>[] = [
      {},
      { sitting: 'x' },
      { sitting: theirs.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A')) },
    ]
    for (const forged of tries)
      expect(titleOf((await post({ undo: 'yes', ...forged })).html)).toBe(everywhere)
    // Choosing it again gives nothing to undo it with, nor does a look.
    for (const html of [(await post({ all: 'yes' })).html, await (await open(`/o/${token}`)).text()])
      expect(html).not.toMatch(/sitting|Undo/)
    expect((await post({ undo: 'yes' })).html).toContain('too late to undo')
    expect(await optOuts()).toEqual([{ source: 'link' }])
  })

  test('can be undone for half an hour, and with what this link gave alone', async () => {
    await tap()
    const { sealer } = side.parts
    const undone = async (undo: string | undefined) => {
      await post({ undo: 'yes', sitting: undo! })
      return (await optOuts()).length === 0
    }
    const made = (minutesAgo: number, at: string) => {
      const until = side.parts.clock().getTime() + (30 - minutesAgo) * 60_000
      return sealUndo(sealer, { here: until, everywhere: until }, at)
    }
    expect(await undone(made(31, token))).toBe(false)
    expect(await undone(made(1, newLinkToken()))).toBe(false)
    expect(await undone(made(29, token))).toBe(true)
  })

  test('chosen again can be undone no longer', async () => {
    await tap()
    side.later(29 * 60_000)
    expect(await tap()).toEqual([200, 'Done: no more texts'])
    side.later(2 * 60_000)
    expect((await post({ undo: 'yes', sitting: sitting! })).html).toContain('too late to undo')
    expect(await tap()).toEqual([200, 'Done: no more texts'])
    expect(sitting).toBeUndefined()
    expect(await optOuts()).toEqual([{ source: 'link' }])
  })

  test('stops all later than one, and what is undone then is the later choice', async () => {
    await tap()
    side.later(29 * 60_000)
    await tap({ all: 'yes' })
    side.later(2 * 60_000)
    expect(await tap({ undo: 'yes' })).toEqual([200, 'Done: no more texts'])
    expect(await optOuts()).toEqual([{ source: 'link' }])
  })

  test('stops nobody before its text was given to the gateway', async () => {
    const { db } = side.parts
    token = newLinkToken()
    const waiting = await addRequest(db, request.where, { link_token: token, phone_hash: phoneHash })
    expect((await open(`/o/${token}`)).status).toBe(404)
    expect(await tap({ all: 'yes' })).toEqual([404, 'This link does not work'])
    expect(await optOuts()).toEqual([])
    await addAttempt(db, request.where, waiting)
    expect(await tap()).toEqual([200, 'Done: no more texts'])
  })

  test('stops them where only the gateway still knows of the text, after a restore', async () => {
    const { db } = side.parts
    token = newLinkToken()
    await addRequest(db, request.where, { link_token: token, phone_hash: phoneHash })
    await db
      .insertInto('found_texts')
      .values({
        message_sid: `SM${token}`,
        kind: 'link',
        link_token: token,
        segments: 1,
        sent_at: new Date(),
      })
      .execute()
    expect(await tap()).toEqual([200, 'Done: no more texts'])
  })

  test('never undoes a STOP that came by text', async () => {
    await asBusiness(side.parts.db, businessId, (trx) =>
      optOutAtGateway(trx, businessId, { phoneHash, sender: null }),
    )
    expect(await tap()).toEqual([200, 'You replied STOP'])
    expect(await tap({ undo: 'yes' })).toEqual([200, 'You replied STOP'])
    expect(await optOuts()).toEqual([{ source: 'gateway' }])
  })

  test('stops one business or all, and its undo takes back what was done by link', async () => {
    const everywhere = () =>
      side.parts.db
        .selectFrom('platform_opt_outs')
        .select('source')
        .where('phone_hash', '=', phoneHash)
        .execute()
    const page = await (await open(`/o/${token}`)).text()
    expect(page).toContain('Stop these texts')
    expect(page).toContain('Stop texts from every business that uses Goodword')
    expect(await tap()).toEqual([200, 'Done: no more texts'])
    expect(await everywhere()).toEqual([])
    expect(await tap({ all: 'yes' })).toEqual([200, 'Done: no more texts from anyone'])
    expect([await optOuts(), await everywhere()]).toEqual([[{ source: 'link' }], [{ source: 'link' }]])
    expect(titleOf(await (await open(`/o/${token}`)).text())).toBe('Done: no more texts from anyone')
    expect(await tap({ undo: 'yes' })).toEqual([200, 'You can be texted again'])
    expect([await optOuts(), await everywhere()]).toEqual([[], []])
  })

  test('who replied STOP to this business may stop the others by link, and undo that alone', async () => {
    await asBusiness(side.parts.db, businessId, (trx) =>
      optOutAtGateway(trx, businessId, { phoneHash, sender: '+61480000001' }),
    )
    expect(await tap({ all: 'yes' })).toEqual([200, 'Done: no more texts from anyone'])
    expect(await tap({ undo: 'yes' })).toEqual([200, 'You replied STOP'])
    expect(await optOuts()).toEqual([{ source: 'gateway' }])
  })

  test('undoes no STOP to the shared sender, and says that it stops all', async () => {
    await asSystem(side.parts.db, (trx) => optOutEverywhere(trx, phoneHash, 'stop'))
    const page = await (await open(`/o/${token}`)).text()
    expect(page).toContain('nor any other business that uses Goodword')
    expect(page).not.toContain('<button')
    expect(await tap({ undo: 'yes' })).toEqual([200, 'You replied STOP'])
  })

  test('an opt-out from every business by link outlives START', async () => {
    await tap({ all: 'yes' })
    await asSystem(side.parts.db, (trx) => undoStop(trx, phoneHash, { own: null, to: '+61480000000' }))
    expect(titleOf(await (await open(`/o/${token}`)).text())).toBe('Done: no more texts from anyone')
  })

  test('that is unknown is a page with an explanation, too', async () => {
    expect((await open('/o/2222222222')).status).toBe(404)
    const answer = await fetch(`${side.url}/o/2222222222`, { method: 'POST', body: new URLSearchParams({}) })
    expect([answer.status, titleOf(await answer.text())]).toEqual([404, 'This link does not work'])
  })
})
