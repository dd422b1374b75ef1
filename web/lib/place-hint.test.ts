import { expect, test, vi } from 'vitest'
import { makeBusinesses } from '../../sandbox/places/businesses.ts'
import { searchBusinesses } from '../../sandbox/places/search-businesses.ts'
import { SANDBOX_PLACES } from './place-hint.ts'

vi.mock('./site.ts', () => ({ site: { isSandbox: true } }))

test.each(SANDBOX_PLACES)('%s, which the hint names, is at the sandbox’s Google', (name) => {
  const search = { input: name, regionCodes: [], withServiceAreas: true, types: ['establishment'] }
  expect(searchBusinesses(makeBusinesses(), search).map((found) => found.name)).toContain(name)
})
