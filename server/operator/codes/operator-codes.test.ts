import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signOperatorIn, type Call } from '../../../test/support/signed-in-operator.ts'

const product = useProduct()
let call: Call

beforeAll(async () => {
  call = await signOperatorIn(product)
})

const reason = 'For the fair in May'
const mint = (body: object, headers = {}) => call('POST', '/api/operator/codes', { reason, ...body }, headers)

test('codes are minted, listed, and drawn on sheets', async () => {
  expect((await mint({ batch: 'fair', count: 30, expiresOn: '2099-05-31' })).status).toBe(204)
  expect((await call('GET', '/api/operator/codes')).body['batches']).toEqual([
    { batch: 'fair', expiresAt: '2099-06-01T00:00:00.000Z', codes: 30, claimed: 0, owned: 0, scans: 0 },
  ])
  const sheet = await call('GET', '/api/operator/codes/fair/sheet?paper=letter')
  expect(sheet.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="goodword-fair.pdf"',
  })
  expect(sheet.text.startsWith('%PDF-')).toBe(true)
  const lines = await product.db.selectFrom('audit_log').select(['act', 'reason', 'details']).execute()
  expect(lines).toEqual([{ act: 'minted-codes', reason, details: { batch: 'fair', count: 30 } }])
})

test.each([
  ['a day that is over', { batch: 'late', count: 1, expiresOn: '2020-01-01' }],
  ['too many at once', { batch: 'many', count: 2001, expiresOn: null }],
  ['a name that no file could have', { batch: '../etc', count: 1, expiresOn: null }],
])('%s is refused, and nothing is minted', async (_what, body) => {
  expect((await mint(body)).status).toBe(422)
  expect((await call('GET', '/api/operator/codes/late/sheet')).body['code']).toBe('unknown-batch')
})

const countOf = async (batch: string) => {
  const { body } = await call('GET', '/api/operator/codes')
  const batches = body['batches'] as { batch: string; codes: number }[]
  return batches.find((one) => one.batch === batch)?.codes
}

test('codes are minted once under one key, however often and at once they are asked for', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const wanted = { batch: 'twice', count: 5, expiresOn: '2099-05-31' }
  const answers = await Promise.all([1, 2, 3].map(() => mint(wanted, key)))
  answers.push(await mint({ ...wanted, reason: 'Again, as no answer came' }, key))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(await countOf('twice')).toBe(5)
  const lines = product.db.selectFrom('audit_log').select('reason').where('act', '=', 'minted-codes')
  expect(await lines.where(sql`details->>'batch'`, '=', 'twice').execute()).toEqual([{ reason }])
})

test('other codes under a key that was used are refused, and a key that was refused may be used', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await mint({ batch: 'other', count: 2, expiresOn: '2020-01-01' }, key)).status).toBe(422)
  expect((await mint({ batch: 'other', count: 2, expiresOn: null }, key)).status).toBe(204)
  expect(await mint({ batch: 'other', count: 3, expiresOn: null }, key)).toMatchObject({
    status: 409,
    body: { code: 'key-used' },
  })
  expect(await countOf('other')).toBe(2)
})
