import { Client } from 'pg'
import { expect, test } from 'vitest'
import { wordyColumns } from '../../test/support/canaries.ts'
import { useDatabase } from '../../test/support/database.ts'
import { readDataMap } from '../../test/support/data-map.ts'

const base = useDatabase()

test('docs/DATA.md says of every column that can hold words whether it is about a person', async () => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  const columns = await wordyColumns(owner).finally(() => owner.end())
  const { personal, others } = readDataMap()
  const decided = [...personal.map(({ table, column }) => `${table}.${column}`), ...others]
  expect(decided.toSorted()).toEqual(columns.map(({ table, column }) => `${table}.${column}`).toSorted())
})

test('each personal column says how long it is kept, and with whom it goes', () => {
  const { personal } = readDataMap()
  expect(personal.filter(({ kept }) => kept === '')).toEqual([])
  expect(personal.filter(({ goesWith }) => goesWith.includes('business')).length).toBeGreaterThan(60)
  expect(personal.filter(({ goesWith }) => goesWith.includes('customer')).length).toBeGreaterThan(10)
})
