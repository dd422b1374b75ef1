import { expect, test } from 'vitest'
import { codeSharedWithChecks } from './shared-code.ts'

const CHECK = 'test/simulation/checks/check-money.ts'
const OTHER = 'test/simulation/world/prices.ts'
const PRODUCT = 'server/payments/prices.ts'

const importing = (source: string, resolved: string, ...dependencyTypes: string[]) => ({
  source,
  dependencies: [{ resolved, dependencyTypes: ['local', 'import', ...dependencyTypes] }],
})

test('code of the product is found behind a file between', () => {
  expect(codeSharedWithChecks([importing(CHECK, OTHER), importing(OTHER, PRODUCT)])).toEqual([
    `checks-share-no-code: ${CHECK} → ${OTHER} → ${PRODUCT}`,
  ])
})

test('types, and what only tests import, are let be', () => {
  expect(codeSharedWithChecks([importing(CHECK, PRODUCT, 'type-only')])).toEqual([])
  const tested = importing(CHECK.replace('.ts', '.test.ts'), PRODUCT)
  expect(codeSharedWithChecks([importing(CHECK, OTHER), tested])).toEqual([])
})

test('no checks at all is a fault', () => {
  expect(codeSharedWithChecks([importing(OTHER, PRODUCT)])).toHaveLength(1)
})
