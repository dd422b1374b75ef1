import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { goodword, type Ran } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { addAttempt, addRequest } from '../../test/support/paid-invoices.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-stuck-'))
const key = randomBytes(32).toString('hex')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stuck = (...args: string[]): Promise<Ran> =>
  goodword(
    { DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key, SANDBOX_PORT: '9' },
    'stuck',
    ...args,
  )

test.each(['fail', 'resend'])('what %s cannot settle is named, with the reason', async (command) => {
  const wanted = { number: 1, fundsCents: 0, currency: 'AUD', name: 'Ours' } as const
  const ours = await seedBusiness({ db: base.db, sealer: createSealer([key]) }, wanted)
  const at = new Date('2026-11-23T16:10:00Z')
  const attempt = async (columns: Record<string, string | Date>) =>
    addAttempt(base.db, ours, await addRequest(base.db, ours), columns)
  const ids = [
    crypto.randomUUID(),
    await attempt({ state: 'accepted', settled_at: at }),
    await attempt({ state: 'rejected', settled_at: at }),
    await attempt({ state: 'absent', settled_at: at }),
    await attempt({ state: 'unknown', next_look_at: at }),
    await attempt({ state: 'sending' }),
    await attempt({ state: 'retry', retry_at: at }),
  ]
  const words = [
    'is no text that was tried: `goodword stuck list` names those that wait for you.',
    'was settled at 2026-11-23T16:10:00.000Z: the gateway took it.',
    'was settled at 2026-11-23T16:10:00.000Z: it failed.',
    'was settled at 2026-11-23T16:10:00.000Z: the gateway did not get it.',
    'does not wait for you: it is looked for at the gateway at 2026-11-23T16:10:00.000Z.',
    'does not wait for you: it is being sent.',
    'does not wait for you: it is tried again from 2026-11-23T16:10:00.000Z on.',
  ]
  const { code, out, err } = await stuck(command, ...ids)
  expect(code).toBe(1)
  expect(out).toMatch(/^0 texts /)
  expect(err).toBe(ids.map((id, at) => `${id} ${words[at]!}\n`).join(''))
})
