import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specPath, withSpecs } from './spec-folder.ts'

test.for([
  ['xero-accounting', 'openapi'],
  ['xero-identity', 'openapi'],
  ['xero-webhooks', 'openapi'],
  ['twilio', 'openapi'],
  ['stripe', 'resources'],
] as const)('the description %s that contracts are checked against is one', withSpecs, ([name, word]) => {
  expect(readFileSync(specPath(name), 'utf8')).toContain(word)
})
