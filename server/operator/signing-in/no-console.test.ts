import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'

const product = useProduct({ parts: { operatorOidc: undefined } })

test('without an issuer for operators there is no trace of a console', async () => {
  const paths = ['/operator', '/operator/log', '/api/operator/me', '/api/operator/sign-in', '/api/operator/x']
  for (const url of paths)
    for (const method of ['GET', 'POST'] as const) {
      const answer = await product.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' } })
      // As any other page that there is none of.
      const leads =
        method === 'GET' && url.startsWith('/operator')
          ? [302, `${product.parts.publicUrl}/login`]
          : [404, undefined]
      expect([method, url, answer.statusCode, answer.headers.location]).toEqual([method, url, ...leads])
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
