import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readProblem } from '../lib/problems.ts'
import { RefusalWay } from './refusal-way.tsx'

test.each([
  ['changed-meanwhile', 'Show what is saved now'],
  ['comparison-running', 'href="/dashboard?tab=comparison"'],
])('a save that is refused as %s has its own way on, and no other', async (code, way) => {
  const error = await readProblem(new Response(JSON.stringify({ code }), { status: 409 }))
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <RefusalWay error={error} showSaved={() => undefined} />
    </MemoryRouter>,
  )
  expect(shown).toContain(way)
  expect(shown.match(/<(a|button)/g)).toHaveLength(1)
})
