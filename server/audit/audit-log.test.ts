import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { bringUpToDate } from '../database/bring-up-to-date.ts'
import { asBusiness, asSystem } from '../database/database.ts'
import { recordAct, type RecordedAct } from './record-act.ts'

const base = useDatabase()
const [OURS, THEIRS] = [crypto.randomUUID(), crypto.randomUUID()] as const
const now = new Date('2026-11-23T09:00:00Z')
const granted = (businessId: string | null, details = {}): RecordedAct => ({
  by: { kind: 'operator', name: 'iris@goodword.example', reason: 'Goodwill after the outage' },
  act: 'granted-funds',
  businessId,
  details,
  now,
})
const APPEND_ONLY = '23001'
const NO_RIGHT = '42501'
const CHANGES = [
  `update audit_log set reason = 'Another'`,
  `update audit_log set at = now() where false`,
  'delete from audit_log',
  'delete from audit_log where false',
  'truncate audit_log',
]

const as = async (url: string, role: string | null, statements: string[]): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    if (role) await client.query(`set local role ${role}`)
    await client.query(`set local app.business_id = '${OURS}'`)
    for (const statement of statements) await client.query(statement)
    return 'done'
  } catch (cause) {
    return (cause as { code: string }).code
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  await asBusiness(base.db, OURS, (trx) => recordAct(trx, granted(OURS, { cents: 500 })))
  await asSystem(base.db, (trx) => recordAct(trx, granted(THEIRS)))
  await asSystem(base.db, (trx) => recordAct(trx, granted(null)))
})

test('an act that fails leaves no line', async () => {
  const failing = asBusiness(base.db, OURS, async (trx) => {
    await recordAct(trx, granted(OURS, { cents: 900 }))
    throw new Error('the grant failed')
  })
  await expect(failing).rejects.toThrow('the grant failed')
  const lines = await base.db.selectFrom('audit_log').select(['actor', 'reason', 'details', 'at']).execute()
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual({
    actor: 'iris@goodword.example',
    reason: 'Goodwill after the outage',
    details: { cents: 500 },
    at: now,
  })
})

test('a business reads and writes its own lines, and none of another business or of the installation', async () => {
  const read = await asBusiness(base.db, OURS, (trx) =>
    trx.selectFrom('audit_log').select('business_id').execute(),
  )
  expect(read).toEqual([{ business_id: OURS }])
  for (const businessId of [THEIRS, null])
    await expect(
      asBusiness(base.db, OURS, (trx) => recordAct(trx, granted(businessId))),
    ).rejects.toMatchObject({ code: NO_RIGHT })
})

test('an operator’s act without a reason is refused by the table', async () => {
  for (const reason of ['', '   ', '\n'])
    await expect(
      asSystem(base.db, (trx) =>
        recordAct(trx, { ...granted(OURS), by: { kind: 'operator', name: 'iris', reason } }),
      ),
    ).rejects.toMatchObject({ code: '23514' })
  const without = `insert into audit_log (at, actor_kind, actor, act, details) values (now(), 'operator', 'iris', 'swept-now', '{}')`
  expect(await as(base.url, 'goodword_system', [without])).toBe('23514')
})

describe.each(CHANGES)('%s', (change) => {
  test.each(['goodword_tenant', 'goodword_system'])('is not for %s', async (role) => {
    expect(await as(base.url, role, [change])).toBe(NO_RIGHT)
  })

  test('is refused by the trigger to who has every right', async () => {
    expect(await as(base.url, null, [change])).toBe(APPEND_ONLY)
    expect(await as(base.url, 'goodword_system', ['reset role', change])).toBe(APPEND_ONLY)
  })
})

test('the login that runs the processes can neither change it nor take the trigger away', async () => {
  const login = `audit_${randomBytes(6).toString('hex')}`
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  await owner.query(`create role ${login} login password 'secret'`).finally(() => owner.end())
  const url = Object.assign(new URL(base.url), { username: login, password: 'secret' }).href
  await bringUpToDate(url, base.url)
  const tries = [
    ...CHANGES,
    'alter table audit_log disable trigger audit_log_append_only',
    'drop trigger audit_log_append_only on audit_log',
    'drop table audit_log',
    'set session_replication_role = replica',
  ]
  for (const role of [null, 'goodword_tenant', 'goodword_system'])
    for (const statement of tries)
      expect([statement, await as(url, role, [statement])]).toEqual([statement, NO_RIGHT])
})
