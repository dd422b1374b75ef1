import { expect, test } from 'vitest'
import { goodword } from '../../test/support/command-line.ts'
import { startOldPostgres } from '../../test/support/old-postgres.ts'

test.each(['migrate', 'businesses'])('%s says in one line that the database is too old', async (command) => {
  const old = await startOldPostgres()
  const { code, err } = await goodword({ DATABASE_URL: old.url }, command)
  await old.close()
  expect([code, err]).toEqual([
    1,
    'This PostgreSQL is older than 17: Goodword runs on PostgreSQL 17 and 18.\n',
  ])
})

test('doctor says so too, and nothing about an address', async () => {
  const old = await startOldPostgres()
  const { code, out } = await goodword({ DATABASE_URL: old.url }, 'doctor')
  await old.close()
  expect(code).toBe(1)
  expect(out).toMatch(
    /^WRONG +database +This PostgreSQL is older than 17: Goodword runs on PostgreSQL 17 and 18\.$/m,
  )
})
