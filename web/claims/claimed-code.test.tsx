import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Claim } from '../../contracts/claims.ts'
import { Meanwhile } from './claimed-code.tsx'

const shown = (state: Claim['state'], isOwned = false): string => {
  const business = { placeId: 'ChIJjo', name: 'Jo', address: null }
  const claim = { slug: 'bbbbbbbbbb', state, isOwned, business, reviewUrl: 'https://g.page/r/jo' }
  return renderToStaticMarkup(
    <MemoryRouter>
      <Meanwhile claim={claim} />
    </MemoryRouter>,
  )
}

test('whoever claimed the code herself, in another tab or with a lost answer, is invited to own it', () => {
  expect(shown('yours')).toContain('The code is yours')
  expect(shown('yours')).toContain('Create your account')
  expect(shown('yours', true)).toContain('This code is yours')
  for (const isOwned of [true, false]) expect(shown('yours', isOwned)).not.toContain('write to whoever')
})

test('whoever comes second reads for whom it was claimed', () => {
  expect(shown('claimed')).toContain('This code has just been claimed for Jo.')
  expect(shown('claimed')).toContain('write to whoever gave it to you')
})
