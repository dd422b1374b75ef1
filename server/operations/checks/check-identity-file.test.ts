import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { PLACE } from '../../platform/postgres/work/workers.ts'
import { checkIdentityFile } from './check-identity-file.ts'

const base = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'goodword-identity-'))
const absent = join(folder, 'absent.key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => base.db.deleteFrom('processes').execute())

const check = (BACKUP_VERIFY_IDENTITY_FILE: string) =>
  checkIdentityFile(base.db, { BACKUP_VERIFY_IDENTITY_FILE })
const workerAt = (place: string) =>
  base.db.insertInto('processes').values({ id: crypto.randomUUID(), kind: 'worker', place, pid: 1 }).execute()
const saying = (words: RegExp) => expect.stringMatching(words) as string

test('a private key that is not here is not checked where no worker runs here, as in compose', async () => {
  const notHere = { state: 'not checked', words: saying(/ENOENT.* none runs on this machine/) }
  expect(await check(absent)).toMatchObject(notHere)
  await workerAt('another machine')
  expect(await check(absent)).toMatchObject(notHere)
})

test('beside a worker it is wrong: that one would not start with it', async () => {
  await workerAt(PLACE)
  expect(await check(absent)).toMatchObject({
    state: 'WRONG',
    words: saying(/BACKUP_VERIFY_IDENTITY_FILE: .*ENOENT.* would not start with this/),
  })
})

test('one that is here and no private key is wrong, whether a worker runs or not', async () => {
  const open = join(folder, 'public.key')
  writeFileSync(open, 'age1abc')
  const none = { state: 'WRONG', words: saying(/no identity file of age.* does not start/) }
  expect(await check(open)).toMatchObject(none)
  expect(await check(folder)).toMatchObject({ state: 'WRONG', words: saying(/EISDIR/) })
  await workerAt('another machine')
  expect(await check(open)).toMatchObject(none)
})

test('one that can be read has no line, and neither has none', async () => {
  const good = join(folder, 'good.key')
  writeFileSync(good, 'AGE-SECRET-KEY-1')
  expect(await check(good)).toBe(undefined)
  expect(await checkIdentityFile(base.db, {})).toBe(undefined)
})
