import { expect, test } from 'vitest'
import { checkStep } from './check-step.ts'
import { STEPS } from './questions.ts'

test('an address of the database that cannot be read is wrong, and asked for once more', async () => {
  const step = STEPS.find(({ check }) => check === 'database')!
  const DATABASE_URL = 'postgres://goodword:p/w@127.0.0.1/goodword'
  const checks = await checkStep(step, { DATABASE_URL, ALLOW_PLAINTEXT_DATABASE: 'yes' })
  expect(checks).toEqual([
    {
      state: 'WRONG',
      name: 'settings',
      words: expect.stringMatching(/^DATABASE_URL must look like postgres:.* %23$/) as string,
    },
  ])
})
