import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { checkWork } from '../../server/operations/checks/check-work.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { runCommand } from './commands.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-inbox-'))
const key = randomBytes(32).toString('hex')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = () =>
  readEnv({ DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' })
const run = async (...args: string[]): Promise<{ out: string; err: string; code: number }> => {
  const spies = (['log', 'error'] as const).map((to) =>
    vi.spyOn(console, to).mockImplementation(() => undefined),
  )
  try {
    const code = await runCommand(settings, ['inbox', ...args])
    const [out = '', err = ''] = spies.map(({ mock }) =>
      mock.calls.map(([line]) => `${String(line)}\n`).join(''),
    )
    return { code, out, err }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
const doctor = async () => {
  const pool = { query: async () => ({ rows: [] }) } as unknown as Parameters<typeof checkWork>[1]
  return (await checkWork(base.db, pool)).find(({ name }) => name === 'inbox')
}

test('dead messages are seen by the doctor, listed with their errors, and replayed by name', async () => {
  expect(await run('list')).toEqual({ code: 0, out: 'No message is dead.\n', err: '' })
  expect(await doctor()).toMatchObject({ state: 'ok' })

  const { rows } = await sql<{ id: number }>`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id,
                             attempts, failed_at, error, dead_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'INVOICE', 'UPDATE', now(), 'a', 6, now(), 'too bad', now()
    from generate_series(1, 2)
    returning id`.execute(base.db)
  await sql`
    insert into stripe_events (id, type, object_id, created_at, found_by, attempts, failed_at, error, dead_at)
    values ('evt_1', 'checkout.session.completed', 'cs_1', now(), 'webhook', 6, now(), 'worse', now())`.execute(
    base.db,
  )
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('stripe × 1, xero × 2'),
  })
  const { out } = await run('list')
  expect(out).toMatch(new RegExp(`^xero:${rows[0]!.id}  invoice \\S+  received \\S+, 6 tries: too bad$`, 'm'))
  expect(out).toMatch(/^stripe:evt_1 {2}checkout\.session\.completed cs_1 .*: worse$/m)

  expect(await run('replay', `xero:${rows[0]!.id}`, 'stripe:evt_1')).toEqual({
    code: 0,
    out: '2 messages wait again.\n',
    err: '',
  })
  await sql`update stripe_events set handled_at = '2026-11-23T16:10Z'`.execute(base.db)
  const asked = ['stripe:evt_1', `xero:${rows[0]!.id}`, 'xero:999999', `twilio:${'0'.repeat(32)}`]
  expect(await run('replay', ...asked, asked[0]!)).toEqual({
    code: 1,
    out: '0 messages wait again.\n',
    err: [
      'stripe:evt_1 was handled at 2026-11-23T16:10:00.000Z, or taken off the list then.',
      `xero:${rows[0]!.id} is not dead: it waits to be handled.`,
      'xero:999999 is not known: no message that is kept has this id.',
      `twilio:${'0'.repeat(32)} is not known: no message that is kept has this id.`,
    ]
      .map((line) => `${line}\n`)
      .join(''),
  })
  expect((await run('list')).out.trim().split('\n')).toHaveLength(1)
  expect((await run('replay', 'all')).out).toBe('1 message waits again.\n')
  await expect(run('replay', '17')).rejects.toThrow(/^An id is like xero:123, .* twilio:.*inbox list/)
})
