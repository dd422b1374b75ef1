import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'

const product = useProduct({ parts: { operatorOidc: undefined } })

test('without an issuer for operators there is no trace of a console', async () => {
  const paths = ['/operator', '/operator/log', '/api/operator/me', '/api/operator/sign-in', '/api/operator/x']
  for (const url of paths)
    for (const method of ['GET', 'POST'] as const) {
      const answer = await product.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' } })
      expect([method, url, answer.statusCode]).toEqual([method, url, 404])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  const described = (await product.app.inject('/api/openapi.json')).json<{
    paths: object
    tags: { name: string }[]
  }>()
  expect(Object.keys(described.paths).join(' ')).not.toMatch(/operator/i)
  expect(described.tags.map(({ name }) => name)).not.toContain('operator')
  expect(JSON.stringify(described)).not.toContain('goodword-operator')
})
