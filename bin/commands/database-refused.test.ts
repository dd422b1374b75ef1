import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAuthority, type Authority } from '../../test/deploy/authority.ts'
import { hasTool } from '../../test/deploy/run-command.ts'
import { asClient, emptyDatabase, useBackupFolder } from '../../test/support/backups.ts'
import { goodword, goodwordProcess } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'
import { needs } from '../../test/support/needs.ts'
import { startTlsPostgres } from '../../test/support/tls-postgres.ts'

const base = useDatabase()
const { folder } = useBackupFolder()
const UNTRUSTED =
  'the certificate of the server is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE): name the one of its authority in the address, sslmode=verify-full&sslrootcert=/path/to/ca.pem'
const COMMANDS = ['businesses', 'migrate']
const settings = (DATABASE_URL: string) => ({ DATABASE_URL, DATA_DIR: folder })

test.each(COMMANDS)('%s says in one line that the server speaks no TLS', async (command) => {
  expect(await goodword(settings(`${base.url}?sslmode=verify-full`), command)).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be used: the server speaks no TLS: switch it on there (ssl = on), or correct the host in the address.\n',
  })
})

test.each(COMMANDS)('%s says in one line that the address has no password', async (command) => {
  const login = `app_${randomBytes(6).toString('hex')}`
  await asClient(base.url, (client) => client.query(`create role ${login} login password 'secret'`))
  const address = new URL(base.url)
  address.username = login
  address.password = ''
  expect(await goodword(settings(address.href), command)).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be used: its address has no password: write it as postgres://user:password@host.\n',
  })
})

test('a command does not wait for a database that takes no writes, and says so', async () => {
  const address = await emptyDatabase(base.url)
  await goodword(settings(address), 'migrate')
  const readOnly = `${address}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  expect(await goodword(settings(readOnly), 'businesses')).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be used now: cannot execute INSERT in a read-only transaction.\n',
  })
})

test('doctor says both in the same words, and nothing else of the address', async () => {
  const lineOf = async (DATABASE_URL: string) => {
    const { out } = await goodword(settings(DATABASE_URL), 'doctor')
    return out.split('\n').find((line) => line.includes('  database '))
  }
  expect(await lineOf(`${base.url}?sslmode=verify-full`)).toBe(
    'WRONG        database          the server speaks no TLS: switch it on there (ssl = on), or correct the host in the address',
  )
  expect(await lineOf(base.url.replace(/\/\/[^@]*@/, '//nobody@'))).toBe(
    'WRONG        database          its address has no password: write it as postgres://user:password@host',
  )
})

describe('with the certificate of an authority of one’s own', needs(hasTool('openssl'), 'openssl'), () => {
  let authority: Authority
  let server: Awaited<ReturnType<typeof startTlsPostgres>>
  beforeAll(async () => {
    authority = makeAuthority(folder, ['db.example.com'])
    server = await startTlsPostgres(authority)
  })
  afterAll(() => server.close())

  test.each(COMMANDS)('%s says in one line to name it by sslrootcert', async (command) => {
    const { code, err } = await goodword(settings(`${server.url}?sslmode=verify-full`), command)
    expect([code, err]).toEqual([1, `The database cannot be used: ${UNTRUSTED}.\n`])
  })

  test.each(COMMANDS)('%s says in one line that it is for another host', async (command) => {
    const query = `?sslmode=verify-full&sslrootcert=${authority.caFile}`
    const { code, err } = await goodword(settings(server.url + query), command)
    expect([code, err]).toEqual([
      1,
      "The database cannot be used: the certificate of the server is for another host (IP: 127.0.0.1 is not in the cert's list): write the one that it names into the address.\n",
    ])
  })

  test('so do the processes, and sslmode=require adds no warning', async () => {
    const url = `${server.url}?sslmode=require`
    const live = { ...settings(url), NODE_NO_WARNINGS: '', LOG_LEVEL: 'silent' }
    expect(await goodwordProcess(live, 'worker')).toEqual({
      code: 1,
      out: '',
      err: `DATABASE_URL cannot be used: ${UNTRUSTED}.\n`,
    })
  })
})

test('a login that was not let in yet is told how it is', async () => {
  const owners = await emptyDatabase(base.url)
  expect(await goodword(settings(owners), 'migrate')).toMatchObject({ code: 0 })
  const login = `app_${randomBytes(6).toString('hex')}`
  await asClient(owners, (client) => client.query(`create role ${login} login password 'secret'`))
  const own = new URL(owners)
  own.username = login
  own.password = 'secret'
  const words = (subject: string) => ({
    code: 1,
    out: '',
    err: `${subject} cannot be used: permission denied for schema graphile_worker: run \`goodword migrate\` with MIGRATE_DATABASE_URL, which lets this login in.\n`,
  })
  for (const command of COMMANDS)
    expect(await goodword(settings(own.href), command)).toEqual(words('The database'))
  expect((await goodword(settings(own.href), 'doctor')).out).toMatch(
    /^WRONG +login +\S+ may not use the job queue: run `goodword migrate` with MIGRATE_DATABASE_URL$/m,
  )
  const api = await goodwordProcess({ ...settings(own.href), LOG_LEVEL: 'silent' }, 'api')
  expect(api).toEqual(words('DATABASE_URL'))
})
