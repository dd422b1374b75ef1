import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { VendorFailure } from '../platform/errors.ts'
import { askXero, OrganisationUnavailable, payForCalls } from './ask-xero.ts'
import { findOrganisation } from './organisation-queries.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const organisation = async () => (await findOrganisation(product.db, trader.tenantId))!
const xeroSays = (kind: VendorFailure['kind'], code: string) => () =>
  Promise.reject(new VendorFailure('xero', kind, code, 'in a test'))
const whyOf = async (asked: Promise<unknown>) => {
  const cause: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return cause instanceof OrganisationUnavailable ? cause.why : cause
}

test('a question that the minute has no calls for is not asked', async () => {
  await askXero(product.parts, await organisation(), { calls: 56 }, async () => undefined)
  const question = vi.fn<() => Promise<string>>(async () => 'an answer')
  expect(await whyOf(askXero(product.parts, await organisation(), { calls: 1 }, question))).toBe(
    'no-calls-left',
  )
  expect(question).not.toHaveBeenCalled()
})

test('where no call is granted, Xero is not asked for a token either', async () => {
  await askXero(product.parts, await organisation(), { calls: 56 }, async () => undefined)
  await product.db
    .updateTable('xero_authorisations')
    .set({ access_expires_at: new Date(0) })
    .execute()
  const refresh = vi.fn<typeof product.parts.xero.refresh>(product.parts.xero.refresh)
  const deps = { ...product.parts, xero: { ...product.parts.xero, refresh } }
  expect(await whyOf(askXero(deps, await organisation(), { calls: 1 }, async () => undefined))).toBe(
    'no-calls-left',
  )
  // What reads beside it has come to its end.
  for (let reads = 0; reads < 5; reads += 1) await organisation()
  expect(refresh).not.toHaveBeenCalled()
  product.later(MINUTE_MS)
  await askXero(deps, await organisation(), { calls: 1 }, async () => undefined)
  expect(refresh).toHaveBeenCalledOnce()
})

test('of several questions those are paid for that fit, in their order, and the first must', async () => {
  const asks = await payForCalls(product.parts, await organisation(), { calls: [30, 20, 20] })
  expect(asks).toHaveLength(2)
  expect(await whyOf(payForCalls(product.parts, await organisation(), { calls: [10, 1] }))).toBe(
    'no-calls-left',
  )
  expect(await payForCalls(product.parts, await organisation(), { calls: [] })).toEqual([])
})

test.each([
  ['reconnect', 'needs-reconnect', 'needs-reconnect', 'connected'],
  ['rejected', 'forbidden', 'paused', 'paused'],
  ['retry-later', 'http-503', 'not-answering', 'connected'],
] as const)('where Xero says %s (%s) the organisation is unavailable: %s', async (kind, code, why, state) => {
  const asked = askXero(product.parts, await organisation(), { calls: 1 }, xeroSays(kind, code))
  expect(await whyOf(asked)).toBe(why)
  const { state: after, blockedUntil } = await organisation()
  expect(after).toBe(state)
  expect(blockedUntil !== null).toBe(why === 'not-answering')
})

test('a connection that Xero no longer lists is lost; where Xero does not say, it is paused', async () => {
  const refused = async (deps = product.parts) =>
    whyOf(askXero(deps, await organisation(), { calls: 1 }, xeroSays('rejected', 'forbidden')))
  product.sandbox.xero.disconnect(trader.tenantId)
  const connections = xeroSays('retry-later', 'http-503')
  expect(await refused({ ...product.parts, xero: { ...product.parts.xero, connections } })).toBe('paused')
  expect(await organisation()).toMatchObject({ state: 'paused', authorisationState: 'connected' })
  expect(await refused()).toBe('needs-reconnect')
  expect(await organisation()).toMatchObject({ state: 'connected', authorisationState: 'needs_reconnect' })
})

/** The owner consents once more while a question is under way; then Xero refuses the former consent. */
const refusedAfterNewConsent = async (forget = async (_former: string): Promise<void> => undefined) => {
  const former = await organisation()
  return askXero(product.parts, former, { calls: 1 }, async () => {
    await sql`
      with anew as (
        insert into xero_authorisations (business_id, access_token, refresh_token, access_expires_at)
        select business_id, access_token, refresh_token, access_expires_at from xero_authorisations
        where id = ${former.authorisationId} returning id)
      update organisations set authorisation_id = (select id from anew)
      where tenant_id = ${trader.tenantId}`.execute(product.db)
    await forget(former.authorisationId)
    return xeroSays('rejected', 'forbidden')()
  })
}

test('what was connected anew meanwhile is not lost by an answer to the former consent', async () => {
  product.sandbox.xero.disconnect(trader.tenantId)
  expect(await whyOf(refusedAfterNewConsent())).toBe('needs-reconnect')
  expect(await organisation()).toMatchObject({ state: 'connected', authorisationState: 'connected' })
})

test('what was connected anew meanwhile is not paused either, by tokens that are forgotten', async () => {
  const forget = async (former: string) => {
    await sql`
      update xero_authorisations set access_token = '', refresh_token = '', state = 'needs_reconnect'
      where id = ${former}`.execute(product.db)
  }
  expect(await whyOf(refusedAfterNewConsent(forget))).toBe('needs-reconnect')
  expect(await organisation()).toMatchObject({ state: 'connected', authorisationState: 'connected' })
})

test('a question that Xero refuses says nothing about the organisation', async () => {
  const asked = askXero(product.parts, await organisation(), { calls: 1 }, xeroSays('rejected', 'http-400'))
  expect(await whyOf(asked)).toMatchObject({ kind: 'rejected', code: 'http-400' })
  expect(await organisation()).toMatchObject({ state: 'connected', blockedUntil: null })
})
