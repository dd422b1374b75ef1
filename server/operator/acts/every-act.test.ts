import { describe, expect, test } from 'vitest'
import { readApiDescription } from '../../../bin/api/api-description.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { signOperatorIn } from '../../../test/support/signed-in-operator.ts'

const product = useProduct()

/** These end what she sees, and change nothing of anybody's. */
const NO_ACTS = ['endOperatorSession', 'stopLooking']

const { paths } = await readApiDescription()
const all = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/operator/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      path,
      method: method.toUpperCase(),
      operationId,
    })),
  )
const acts = all.filter(({ method, operationId }) => method !== 'GET' && !NO_ACTS.includes(operationId))
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, crypto.randomUUID())

test('there are acts to try', () => {
  expect(acts.length).toBeGreaterThanOrEqual(5)
})

describe.each(acts)('$operationId', ({ path, method }) => {
  const send = async (body: unknown, headers = {}) => {
    const call = await signOperatorIn(product)
    return call(method as 'POST', urlOf(path), body, headers)
  }

  test('is refused without a reason, whatever else is asked', async () => {
    for (const body of [
      undefined,
      {},
      { reason: '' },
      { reason: ' \n\t' },
      { reason: '\u200b\u2800 –' },
      { reason: 7 },
      { reason: ['x'] },
      'x',
    ]) {
      const answer = await send(body)
      expect([body, answer.status]).toEqual([
        body,
        expect.toSatisfy((status: number) => [415, 422].includes(status)),
      ])
      if (answer.status === 422) expect(answer.body).toMatchObject({ code: 'reason-missing' })
    }
    const { rows } = { rows: await product.db.selectFrom('audit_log').select('act').execute() }
    expect(rows).toEqual([])
  })

  test('is refused to a page of another site', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await send({ reason: 'x' }, { 'sec-fetch-site': site })).body).toMatchObject({
        code: 'cross-origin',
      })
  })

  test('is refused to an owner, and to nobody', async () => {
    const { call } = await signInTo(product, null)
    expect((await call(method as 'POST', urlOf(path), { reason: 'x' })).status).toBe(401)
    const answer = await product.app.inject({
      method: method as 'POST',
      url: urlOf(path),
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { reason: 'x' },
    })
    expect(answer.statusCode).toBe(401)
  })
})

test('what only reads is refused to an owner too', async () => {
  const { call } = await signInTo(product, null)
  const open = ['startOperatorSignIn', 'finishOperatorSignIn']
  for (const { path } of all.filter(
    ({ method, operationId }) => method === 'GET' && !open.includes(operationId),
  ))
    expect([path, (await call('GET', urlOf(path))).status]).toEqual([path, 401])
})
