import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inWords, Unreachable } from '../../lib/problems.ts'
import { ActError } from './act-error.tsx'

test('an act that was not done says why at once, and one that was done or not tried says nothing', () => {
  const error = new Unreachable('no network')
  const shown = renderToStaticMarkup(<ActError error={error} />)
  expect(shown).toContain('role="alert"')
  expect(shown).toContain(inWords(error).slice(0, 20))
  expect(renderToStaticMarkup(<ActError error={null} />)).toBe('')
})
