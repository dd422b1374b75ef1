import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFolder, specPath } from './spec-folder.ts'

if (!specFolder)
  process.stderr.write(
    "No contract was checked: the vendors' API descriptions (shared/specs) do not lie beside this repository.\n",
  )

test.runIf(specFolder)("the vendors' descriptions that contracts are checked against are there", () => {
  for (const name of ['xero-accounting', 'xero-identity', 'xero-webhooks', 'twilio'] as const)
    expect(readFileSync(specPath(name), 'utf8')).toContain('openapi')
})
