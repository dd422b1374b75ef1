import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useBackedUp } from '../../../test/support/backed-up.ts'
import { namesThatFailed } from '../../../server/backups/backup-records.ts'
import { openLeases } from '../../../server/platform/postgres/work/leases.ts'
import { asClient } from '../../../test/support/backups.ts'
import { needs } from '../../../test/support/needs.ts'

const { product, folder, place, key, names, taken, run, runWith, newest } = useBackedUp()

test('a backup is one file that only its owner reads, and its words only the holder of the key', () => {
  expect(taken).toMatchObject({ code: 0, err: '' })
  expect(taken.out).toMatch(/^goodword-\d{8}T\d{6}Z\.tar\.zst\.age is in .*read back\.\n$/)
  expect(names()).toHaveLength(1)
  expect(statSync(newest()).mode & 0o077).toBe(0)
  expect(String(readFileSync(newest()).subarray(0, 21))).toBe('age-encryption.org/v1')
  expect(readFileSync(newest()).includes('Smith')).toBe(false)
})

test('verify restores it as a trial, and says how old it is and what is in it', async () => {
  const { code, out, err } = await run(product.databaseUrl, 'backup', 'verify')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/: everything until .* UTC, 0 min old, by Goodword 0\.\d/)
  expect(out).toMatch(/^ {2}rows +\d+ in \d+ tables, and \d+ jobs?:/m)
  expect(out).toMatch(/^ {2}schema +as its migrations make it$/m)
  expect(out).toContain('It can be restored.')
  const { rows } = await sql<{ verified: boolean }>`
    select verified_at is not null as verified from backups`.execute(product.db)
  expect(rows).toEqual([{ verified: true }])
})

test('where a row would be hidden from it, no backup is taken', async () => {
  await asClient(product.databaseUrl, async (client) => {
    await client.query('create table hidden (n int)')
    await client.query('alter table hidden enable row level security, force row level security')
    await client.query('grant select on hidden to goodword_system')
    try {
      const { code, err } = await run(product.databaseUrl, 'backup')
      expect([code, err]).toEqual([
        1,
        'No backup was taken: goodword_system does not see every row of hidden.\n',
      ])
      await client.query('create policy a_part on hidden to goodword_system using (n > 1)')
      expect((await run(product.databaseUrl, 'backup')).code).toBe(1)
    } finally {
      await client.query('drop table hidden')
    }
  })
  expect(names()).toHaveLength(1)
})

const withAge = needs(spawnSync('sh', ['-c', 'command -v age zstd tar']).status === 0, 'age and zstd')

test('Debian’s own age, zstd and tar open it', withAge, () => {
  const opened = spawnSync('sh', [
    '-c',
    'age -d -i "$1" "$2" | zstd -d | tar -x -O header.json',
    '-',
    key.path,
    newest(),
  ])
  expect(JSON.parse(String(opened.stdout))).toMatchObject({ format: 1, tables: expect.arrayContaining([]) })
})

test('keygen writes a private key once, and prints the public one', async () => {
  const out = join(folder, 'new.key')
  const made = await run(product.databaseUrl, 'backup', 'keygen', '--out', out)
  expect(made.out).toMatch(/^BACKUP_KEY=age1[a-z0-9]{58}$/m)
  expect(statSync(out).mode & 0o077).toBe(0)
  expect((await run(product.databaseUrl, 'backup', 'keygen', '--out', out)).err).toContain('is there already')
})

test('a mistyped --key is refused, and is no failed backup', async () => {
  const written = () => product.db.selectFrom('backups').selectAll().orderBy('name').execute()
  const before = await written()
  expect(await run(product.databaseUrl, 'backup', '--key', 'age1abc', '--to', place)).toEqual({
    code: 1,
    out: '',
    err: 'age1abc is no public key of age: see `goodword backup keygen`.\n',
  })
  expect(await written()).toEqual(before)
})

const OLD = ['20200101T000000Z', '20200102T000000Z'].map((moment) => `goodword-${moment}.tar.zst.age`)
const putOld = () => OLD.forEach((name) => writeFileSync(join(place, name), 'old'))

test('the newest are kept, and older ones removed only once a newer one is whole', async () => {
  putOld()
  const withoutTrial = { BACKUP_VERIFY_IDENTITY_FILE: '' }
  const keepOne = { ...withoutTrial, BACKUP_KEEP: '1' }
  const failing = await runWith(keepOne, product.databaseUrl, 'backup', '--key', 'age1nonsense')
  expect([failing.code, failing.err]).toEqual([
    1,
    'age1nonsense is no public key of age: see `goodword backup keygen`.\n',
  ])
  expect(names()).toHaveLength(3)
  const { out } = await runWith({ ...withoutTrial, BACKUP_KEEP: '2' }, product.databaseUrl, 'backup')
  expect(out).toContain('goodword-20200101T000000Z.tar.zst.age was removed')
  expect(names()).toHaveLength(2)
  expect((await run(product.databaseUrl, 'backup', 'list')).out.trim().split('\n')).toEqual(names())
})

test('where each is restored as a trial, one that was taken by hand and not tried yet removes none', async () => {
  putOld()
  expect(await runWith({ BACKUP_KEEP: '1' }, product.databaseUrl, 'backup')).toMatchObject({ code: 0 })
  expect(names()).toEqual(expect.arrayContaining(OLD))
})

test('one that bears a moment to come is not the latest, and removes none that was taken before', async () => {
  const before = names().at(-1)!
  const ahead = 'goodword-20990101T000000Z.tar.zst.age'
  writeFileSync(join(place, ahead), 'ahead')
  const { out, err } = await run(product.databaseUrl, 'backup', 'verify')
  expect(err).toBe(`${ahead} bears a moment that is yet to come, and was passed over.\n`)
  expect(out).toContain(before)
  const settings = { BACKUP_KEEP: '1', BACKUP_VERIFY_IDENTITY_FILE: '' }
  const [taken] = (await runWith(settings, product.databaseUrl, 'backup')).out.split(' ')
  expect(names()).toEqual([taken, ahead])
  rmSync(join(place, ahead))
})

test('one that is found damaged by hand is on record, and stands for no good one from then on', async () => {
  const whole = readFileSync(newest())
  writeFileSync(newest(), whole.subarray(0, whole.length - 30))
  expect((await run(product.databaseUrl, 'backup', 'verify')).err).toContain('damaged or cut off')
  const name = names().at(-1)!
  expect(await namesThatFailed(product.db, place)).toContain(name)
  writeFileSync(newest(), whole)
  expect((await run(product.databaseUrl, 'backup', 'verify')).code).toBe(0)
  expect(await namesThatFailed(product.db, place)).not.toContain(name)
})

test('a folder that --to names is not made: its disk may not be mounted', async () => {
  const written = () => product.db.selectFrom('backups').selectAll().orderBy('name').execute()
  const before = await written()
  for (const to of [join(folder, 'unmounted/backups'), key.path]) {
    expect(await run(product.databaseUrl, 'backup', '--to', to)).toEqual({
      code: 1,
      out: '',
      err: `There is no folder ${to}: make it, or mount its disk, first.\n`,
    })
  }
  const tooLong = join(folder, 'a'.repeat(300))
  expect((await run(product.databaseUrl, 'backup', '--to', tooLong)).err).toBe(
    `The folder ${tooLong} cannot be looked at: ENAMETOOLONG.\n`,
  )
  expect(existsSync(join(folder, 'unmounted'))).toBe(false)
  expect(await written()).toEqual(before)
  const there = join(folder, 'mounted')
  mkdirSync(there)
  expect(await run(product.databaseUrl, 'backup', '--to', there)).toMatchObject({ code: 0, err: '' })
})

test('of two at once, one is refused', async () => {
  const leases = openLeases(product.db, { holder: 'another', log: product.parts.log })
  const before = names()
  await leases.alone('backup', async () => {
    expect(await run(product.databaseUrl, 'backup')).toEqual({
      code: 1,
      out: '',
      err: 'A backup is being taken by a worker or another command: wait until it has ended. If that one was killed, wait 15 s.\n',
    })
  })
  expect(names()).toEqual(before)
  expect((await run(product.databaseUrl, 'backup')).code).toBe(0)
})

test('what ENCRYPTION_KEYS do not open is named, also where the key itself is known', async () => {
  const trial = join(folder, 'sealed')
  const put = (bytes: string) =>
    asClient(product.databaseUrl, (client) =>
      client.query(`update xero_authorisations set access_token = ${bytes}`),
    )
  await put('set_byte(access_token, 40, get_byte(access_token, 40) # 1)')
  try {
    await runWith({ BACKUP_TO: trial }, product.databaseUrl, 'backup')
  } finally {
    await put('set_byte(access_token, 40, get_byte(access_token, 40) # 1)')
  }
  const { code, out } = await runWith({ BACKUP_TO: trial }, product.databaseUrl, 'backup', 'verify')
  expect(code).toBe(1)
  expect(out).toMatch(/^ {2}keys +WRONG: 1 of 1 Xero authorisations does not open$/m)
})
