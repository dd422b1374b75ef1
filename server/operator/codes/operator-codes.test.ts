import { beforeAll, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signOperatorIn, type Call } from '../../../test/support/signed-in-operator.ts'

const product = useProduct()
let call: Call

beforeAll(async () => {
  call = await signOperatorIn(product)
})

const reason = 'For the fair in May'
const mint = (body: object) => call('POST', '/api/operator/codes', { reason, ...body })

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
