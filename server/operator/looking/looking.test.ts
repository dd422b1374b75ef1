import { beforeEach, describe, expect, test } from 'vitest'
import { readApiDescription } from '../../../bin/api/api-description.ts'
import { callAs } from '../../../test/support/call-as.ts'
import { OLIVE } from '../../../test/support/operator.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { signOperatorIn } from '../../../test/support/signed-in-operator.ts'
import { asSystem } from '../../database/database.ts'
import { buildApp } from '../../wiring/app.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { beginOperatorSession } from '../signing-in/operator-session.ts'

const product = useProduct()
const reason = 'The owner asked why texts stopped'
let trader: Trader
let owner: Call
let userId: string
let operator: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call: owner, userId } = await signInTo(product, trader.businessId))
  operator = await signOperatorIn(product)
})

const open = () => operator('POST', `/api/operator/businesses/${trader.businessId}/look`, { reason })
const allow = (hours = 4) => owner('POST', '/api/support/consent', { hours })

/** The cookie of one who looks. */
const looking = async (): Promise<string> => {
  await allow()
  const { headers } = await open()
  return String(headers['set-cookie']).split(';')[0]!
}

const asSupport = (cookie: string, method: string, url: string, payload?: object) =>
  product.app.inject({
    method: method as 'GET',
    url,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    ...(payload && { payload }),
  })

test('without the owner’s consent an operator does not get in', async () => {
  expect((await open()).body).toMatchObject({ code: 'no-consent' })
  await allow()
  await owner('POST', '/api/support/withdraw')
  const refused = await open()
  expect([refused.status, refused.headers['set-cookie']]).toEqual([409, undefined])
})

test('with it she sees what the owner sees, and both read in the log that she did', async () => {
  const cookie = await looking()
  expect(cookie).toMatch(/^goodword-support=/)
  const me = (await asSupport(cookie, 'GET', '/api/auth/me')).json<Record<string, unknown>>()
  expect(me).toMatchObject({
    user: { name: 'Jane Owner' },
    lookedAtBy: { operator: 'olive@operator.example' },
  })
  for (const path of ['/api/review-requests', '/api/funds/balance', '/api/sms/template', '/api/support/log'])
    expect([path, (await asSupport(cookie, 'GET', path)).statusCode]).toEqual([path, 200])
  const { entries } = (await owner('GET', '/api/support/log')).body as { entries: object[] }
  expect(entries).toMatchObject([
    { act: 'opened-as-owner', actorKind: 'operator', actor: 'olive@operator.example', reason },
    // By her id: the line outlives her account.
    { act: 'let-support-in', actorKind: 'owner', actor: userId, details: { hours: 4 } },
  ])
  expect((await owner('GET', '/api/auth/me')).body).not.toHaveProperty('lookedAtBy')
})

test('she is out when the owner takes the consent back, when its hours are over, and when she signs out', async () => {
  const isIn = async (cookie: string) => (await asSupport(cookie, 'GET', '/api/auth/me')).statusCode === 200
  const first = await looking()
  await owner('POST', '/api/support/withdraw')
  expect(await isIn(first)).toBe(false)

  const second = await looking()
  expect(await isIn(second)).toBe(true)
  await operator('POST', '/api/operator/sign-out')
  expect(await isIn(second)).toBe(false)
  operator = await signOperatorIn(product)
  const third = await looking()
  expect(await isIn(third)).toBe(true)
  product.later(61 * 60_000)
  expect(await isIn(third)).toBe(false)
})

test('signing out ends the look: its cookie goes, and the owner reads that it is over', async () => {
  const admission = { name: OLIVE, admittedBy: 'email' } as const
  const begin = { admission, replaces: undefined, now: product.now() }
  const own = `goodword-operator=${await asSystem(product.db, (trx) => beginOperatorSession(trx, begin))}`
  operator = callAs(product, own)
  const both = `${own}; ${await looking()}`
  const signOut = await operator('POST', '/api/operator/sign-out', undefined, { cookie: both })
  expect(signOut.status).toBe(204)
  expect(String(signOut.headers['set-cookie'])).toMatch(/goodword-support=;/)
  const { entries } = (await owner('GET', '/api/support/log')).body as { entries: object[] }
  expect(entries[0]).toMatchObject({ act: 'closed-as-owner', actor: OLIVE })
})

test('the consent of one business opens no other', async () => {
  await allow()
  const other = await createTrader(product)
  const answer = await operator('POST', `/api/operator/businesses/${other.businessId}/look`, { reason })
  expect(answer.body).toMatchObject({ code: 'no-consent' })
})

test('an owner reads of her own business only', async () => {
  const other = await createTrader(product)
  await operator('POST', `/api/operator/businesses/${other.businessId}/pause`, { reason: 'Theirs alone' })
  const { text } = await owner('GET', '/api/support/log')
  expect(text).not.toContain('Theirs alone')
})

const { paths } = await readApiDescription()
const ownersOperations = Object.entries(paths)
  .filter(([path]) => !path.startsWith('/api/operator/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      path,
      method: method.toUpperCase(),
      operationId: described.operationId,
      isFile:
        path.endsWith('/export') ||
        Object.values(described.responses).some(({ content }) =>
          Object.keys(content ?? {}).some((type) => !/json/.test(type)),
        ),
    })),
  )
const writes = ownersOperations.filter(({ method }) => method !== 'GET')
const files = ownersOperations.filter(({ method, isFile }) => method === 'GET' && isFile)

describe('while she looks', () => {
  test('there is much that she could try', () => {
    expect(writes.length).toBeGreaterThan(30)
    expect(files.map(({ path }) => path)).toContain('/api/export')
  })

  test('every operation that may change anything is refused, with and without an owner’s session', async () => {
    const cookie = await looking()
    const { session } = await signInTo(product, trader.businessId)
    for (const { path, method, operationId } of writes)
      for (const cookies of [cookie, `goodword-session=${session}; ${cookie}`]) {
        const url = path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
        const answer = await asSupport(cookies, method, url, {})
        expect([operationId, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
          operationId,
          403,
          'read-only',
        ])
      }
  })

  test('nothing is downloaded', async () => {
    const cookie = await looking()
    for (const { path } of files) {
      const answer = await asSupport(cookie, 'GET', path.replaceAll(/\{\w+\}/g, crypto.randomUUID()))
      expect([path, answer.statusCode]).toEqual([path, 403])
    }
  })

  test('an owner who only has such a cookie left over is free again with the next page', async () => {
    const { session } = await signInTo(product, trader.businessId)
    const cookie = `goodword-session=${session}; ${await looking()}`
    await owner('POST', '/api/support/withdraw')
    const answer = await asSupport(cookie, 'GET', '/api/auth/me')
    expect(String(answer.headers['set-cookie'])).toMatch(/goodword-support=;/)
  })
})

test('an owner signs in where the cookie of a look that is over was left behind', async () => {
  const cookie = await looking()
  const signIn = () => asSupport(cookie, 'POST', '/api/auth/session', { token: 'a'.repeat(43) })
  expect((await signIn()).json()).toMatchObject({ code: 'read-only' })
  await owner('POST', '/api/support/withdraw')
  const answer = await signIn()
  expect(answer.statusCode).not.toBe(403)
  expect(String(answer.headers['set-cookie'])).toMatch(/goodword-support=;/)
})

test('a look that is over for one reading of the clock, and not for the next, changes nothing', async () => {
  const cookie = await looking()
  const moments = [new Date(product.now().getTime() + 86_400_000)]
  const clock = () => moments.pop() ?? product.now()
  const app = await buildApp({ ...product.parts, clock })
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/account/notices',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { reviews: 'never' },
  })
  await app.close()
  expect(moments).toEqual([])
  expect(answer.json()).toMatchObject({ code: 'read-only' })
})

test('whom the settings no longer name is out at once', async () => {
  const cookie = await looking()
  const statusAt = async (settings: Partial<typeof product.parts.env>) => {
    const app = await buildApp({ ...product.parts, env: { ...product.parts.env, ...settings } })
    const { statusCode } = await app.inject({
      method: 'GET',
      url: '/api/review-requests',
      headers: { cookie },
    })
    await app.close()
    return statusCode
  }
  expect(await statusAt({})).toBe(200)
  expect(await statusAt({ OPERATOR_EMAILS: ['iris@operator.example'] })).toBe(401)
  expect(await statusAt({ OPERATOR_EMAILS: [] })).toBe(401)
})
