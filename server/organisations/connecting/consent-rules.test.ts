import { expect, test } from 'vitest'
import { connectedBefore, openedBy } from './consent-rules.ts'

const connection = (tenantId: string, authenticationEventId?: string, tenantType = 'ORGANISATION') => ({
  tenantId,
  tenantType,
  authenticationEventId,
})

test('an accountant who connected other clients before binds only the one of this consent', () => {
  const listed = [connection('plumber', 'old'), connection('baker', 'now'), connection('tiler', 'older')]
  expect(openedBy('now', listed)).toEqual([listed[1]])
})

test('a consent may open several organisations, and a practice is none', () => {
  const listed = [connection('a', 'now'), connection('b', 'now'), connection('p', 'now', 'PRACTICE')]
  expect(openedBy('now', listed)).toEqual(listed.slice(0, 2))
})

test('without the event only a single organisation is beyond doubt', () => {
  expect(openedBy(undefined, [connection('a')])).toHaveLength(1)
  expect(openedBy(undefined, [connection('a'), connection('b')])).toEqual([])
})

test('agreeing once more to what is connected concerns only what this business had', () => {
  const listed = [connection('own', 'old'), connection('of-another', 'old')]
  expect(openedBy('now', listed)).toEqual([])
  expect(connectedBefore(['own', 'ended'], listed)).toEqual([listed[0]])
})
