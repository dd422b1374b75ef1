import { expect, test } from 'vitest'
import { faultsOf, runDrill, SHORT_DRILL } from './run-drill.ts'

test('killed in the middle of a burst, it texts every paid invoice once and no cent goes astray', async () => {
  const result = await runDrill(1, SHORT_DRILL)

  expect(faultsOf(result)).toEqual([])
  expect(result.texts).toBe(SHORT_DRILL.webhooks)
}, 150_000)
