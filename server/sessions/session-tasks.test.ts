import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createOwner } from '../../test/support/owner.ts'
import { DAY_MS } from '../platform/dates.ts'
import { createSessionTasks } from './session-tasks.ts'

const side = useAccountSide()

test('what can be used no more is forgotten, and nothing else', async () => {
  const owner = await createOwner(side, 'priya@raman.example')
  await owner.connect()
  await fetch(`${side.url}/api/auth/google`, { redirect: 'manual' })
  const count = async () => {
    const { rows } = await sql`
      select (select count(*) from sign_in_states) as states, (select count(*) from one_time_tokens) as tokens,
             (select count(*) from xero_consents) as consents, (select count(*) from sessions) as sessions,
             (select count(*) from users) as users`.execute(side.parts.db)
    return rows[0]
  }
  const forget = () => createSessionTasks(side.parts)['forget-sign-ins']!({})

  await forget()
  expect(await count()).toEqual({ states: 1, tokens: 1, consents: 1, sessions: 1, users: 1 })
  side.later(DAY_MS)
  await forget()
  expect(await count()).toEqual({ states: 0, tokens: 0, consents: 0, sessions: 1, users: 1 })
  expect((await owner.api('GET', '/api/auth/me')).status).toBe(200)
  side.later(90 * DAY_MS)
  await forget()
  expect(await count()).toEqual({ states: 0, tokens: 0, consents: 0, sessions: 0, users: 1 })
})

test('a worker whose clock is ahead forgets nothing that can still be used', async () => {
  await fetch(`${side.url}/api/auth/google`, { redirect: 'manual' })
  const states = () => side.parts.db.selectFrom('sign_in_states').select('state_hash').execute()
  const ahead = { ...side.parts, clock: () => new Date(side.parts.clock().getTime() + DAY_MS) }

  await createSessionTasks(ahead)['forget-sign-ins']!({})
  expect(await states()).toHaveLength(1)
})
