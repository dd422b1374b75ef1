import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { asBusiness, asSystem, openDb, type Reader, type OpenedDb } from '../../../database/database.ts'

const base = useDatabase()
let one: OpenedDb

beforeAll(() => {
  one = openDb(base.url, { max: 1, onError: () => undefined })
})
afterAll(() => one.close())

const insertBusiness = async (db: Reader, name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into businesses (name, currency, template) values (${name}, 'AUD', 'Hello') returning id`.execute(
    db,
  )
  return rows[0]!.id
}

const namesSeen = async (db: Reader): Promise<string[]> => {
  const { rows } = await sql<{
    name: string
  }>`select name from businesses where name <> ${'-'} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test('a statement is planned once for a connection, however often it runs', async () => {
  for (let run = 0; run < 3; run += 1) await sql`select ${run}::integer as asked_again`.execute(one.db)

  const { rows } = await sql<{ runs: number }>`
    select (generic_plans + custom_plans)::integer as runs from pg_prepared_statements
    where statement like '%asked_again%' and statement not like '%generic_plans%'`.execute(one.db)
  expect(rows).toEqual([{ runs: 3 }])
})

test('a connection of the worker plans a statement once for all values, and no call anew', async () => {
  const worker = openDb(base.url, { max: 1, byKey: true, onError: () => undefined })
  const find = (name: string) =>
    sql`select id as found_by_worker from businesses where name = ${name}`.execute(worker.db)
  for (const name of ['Smith', 'Jones', 'Baker']) await find(name)

  const { rows } = await sql<{ forAll: number; forOne: number }>`
    select generic_plans::integer as "forAll", custom_plans::integer as "forOne" from pg_prepared_statements
    where statement like '%found_by_worker%' and statement not like '%generic_plans%'`.execute(worker.db)
  await worker.close()
  expect(rows).toEqual([{ forAll: 3, forOne: 0 }])
})

test('a statement that was planned for one business shows another nothing of it', async () => {
  const [smith, jones] = await asSystem(one.db, async (trx) => [
    await insertBusiness(trx, 'Smith'),
    await insertBusiness(trx, 'Jones'),
  ])

  for (let run = 0; run < 8; run += 1) {
    expect(await asBusiness(one.db, smith!, namesSeen)).toEqual(['Smith'])
    expect(await asBusiness(one.db, jones!, namesSeen)).toEqual(['Jones'])
    expect(await asSystem(one.db, namesSeen)).toEqual(['Jones', 'Smith'])
  }
})
