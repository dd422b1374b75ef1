import { randomBytes } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, test } from 'vitest'
import { bringUpToDate } from '../server/database/bring-up-to-date.ts'
import { checkDatabase } from '../server/operations/checks/check-database.ts'
import { SCHEMA_FOLDER } from '../server/database/database.ts'
import { createLog } from '../server/platform/process/log.ts'
import { enqueue, runJobs } from '../server/platform/postgres/work/jobs.ts'
import { useProduct } from './support/product.ts'
import { AFTER_CLAIMS_MS } from './support/restoring.ts'
import { anotherHistory } from './support/rewind.ts'
import { createTrader, tellOf } from './support/trader.ts'

const login = `app_${randomBytes(6).toString('hex')}`
let ownersUrl = ''

/** As docs/OPERATIONS.md says: made by an administrator, let in by `goodword migrate`. */
const makeLogin = async (url: string): Promise<string> => {
  ownersUrl = url
  await asOwner(`create role ${login} login password 'secret'`)
  const own = new URL(url)
  own.username = login
  own.password = 'secret'
  await bringUpToDate(own.href, url)
  return own.href
}
const asOwner = async (statement: string) => {
  const owner = new Client({ connectionString: ownersUrl })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}
const ownUrl = () => {
  const url = new URL(ownersUrl)
  url.username = login
  url.password = 'secret'
  return url.href
}

const product = useProduct({ login: makeLogin })

const asItself = async <Out>(work: (pool: Pool) => Promise<Out>): Promise<Out> => {
  const pool = new Pool({ connectionString: ownUrl(), max: 1 })
  return work(pool).finally(() => pool.end())
}

test('a text goes its whole way with a login that does not own the schema', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test('it raises the recovery fence on another history of the database, and lifts it', async () => {
  const fence = async () => {
    const { reason, fenced_at, lifted_at } = await product.db
      .selectFrom('recovery')
      .select(['reason', 'fenced_at', 'lifted_at'])
      .executeTakeFirstOrThrow()
    return { reason, isUp: fenced_at !== null, wasLifted: lifted_at !== null }
  }
  await anotherHistory(ownersUrl, 'restored')
  await product.work('recovery:fence')
  expect(await fence()).toEqual({ reason: 'restored', isUp: true, wasLifted: false })
  product.later(AFTER_CLAIMS_MS)
  await product.work('recovery:fence')
  expect(await fence()).toEqual({ reason: 'restored', isUp: false, wasLifted: true })
})

test('its worker takes jobs from the queue, and keeps its clock there', async () => {
  const ran: unknown[] = []
  const begun = Promise.withResolvers<void>()
  const jobs = await runJobs(ownUrl(), {
    db: product.db,
    id: crypto.randomUUID(),
    tasks: {
      note: async (payload) => {
        ran.push(payload)
        begun.resolve()
      },
    },
    crontab: '* * * * * note',
    concurrency: 1,
    log: createLog('test', 'silent'),
  })
  await enqueue(product.db, 'note', { number: 7 })
  await begun.promise
  await jobs.stop()
  expect(ran).toContainEqual({ number: 7 })
})

test.each([
  'select from review_requests',
  'select from xero_authorisations',
  'delete from entries',
  'create table mine (id int)',
  'drop table review_requests',
  'alter table review_requests disable row level security',
  'create function mine() returns int language sql as $$ select 1 $$',
])('as itself it may not: %s', async (statement) => {
  await expect(asItself((pool) => pool.query(statement))).rejects.toThrow(/permission denied|must be owner/)
})

test('acting as one of the two roles it owns nothing either', async () => {
  for (const role of ['goodword_system', 'goodword_tenant'])
    await asItself(async (pool) => {
      await pool.query(`set role ${role}`)
      await expect(pool.query('alter table review_requests disable row level security')).rejects.toThrow(
        'must be owner',
      )
    })
})

test('a command with this login finds the database up to date, and the doctor says what it is', async () => {
  expect(await bringUpToDate(ownUrl())).toEqual([])
  const checked = async () => {
    const checks = await asItself((pool) => checkDatabase(pool, { schema: SCHEMA_FOLDER, now: Date.now }))
    return checks.find(({ name }) => name === 'login')
  }
  expect(await checked()).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('does not own'),
  })
  await asOwner(`revoke goodword_jobs from ${login}`)
  expect(await checked()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('job queue'),
  })
})

test('an owner who is no superuser makes the schema and lets the login in', async () => {
  const owner = `owner_${randomBytes(6).toString('hex')}`
  const roles = 'goodword_tenant, goodword_system, goodword_jobs'
  await asOwner(`create role ${owner} login createrole password 'secret'`)
  await asOwner(`grant ${roles} to ${owner} with admin option`)
  await asOwner(`revoke ${roles} from ${login}`)
  await asOwner(`create database ${owner} owner ${owner}`)
  const urlOf = (user: string) => Object.assign(new URL(ownUrl()), { username: user, pathname: owner }).href
  try {
    await expect(bringUpToDate(urlOf(login))).rejects.toThrow('give MIGRATE_DATABASE_URL')
    expect(await bringUpToDate(urlOf(login), urlOf(owner))).toContain('0001-baseline.sql')
    expect(await bringUpToDate(urlOf(login), urlOf(owner))).toEqual([])
    expect(await bringUpToDate(urlOf(login))).toEqual([])
  } finally {
    await asOwner(`drop database ${owner} with (force)`)
  }
})
