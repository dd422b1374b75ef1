import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rig } from '../bench/rig/rig.ts'
import { ACROSS_BUSINESSES, BY_ANOTHER_KEY, type Exception } from './support/statements/across-businesses.ts'
import { boundOf, type Bound } from './support/statements/bound-to-one.ts'
import { foreignAcross, uniqueAcross } from './support/statements/keys-queries.ts'
import { FOREIGN_ACROSS, UNIQUE_ACROSS } from './support/statements/keys-across-businesses.ts'
import type { Ran } from './support/statements/ran-statements.ts'
import { runMainJob, startRecordedRig } from './support/statements/run-main-job.ts'

/** `business_id` can distribute the tables because a statement has one business: over the statements really run. */
const folder = mkdtempSync(join(tmpdir(), 'goodword-statements-'))
let rig: Rig
let ran: Ran[]
const bound = new Map<string, Bound>()

beforeAll(async () => {
  const started = await startRecordedRig(folder)
  ;({ rig } = started)
  ran = await runMainJob(rig, started.file)
  await readPlans()
}, 180_000)
afterAll(async () => {
  await rig?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readPlans = async (): Promise<void> => {
  const client = await rig.pool.connect()
  // As the worker's connections have it, so that a table of a few rows is not read whole.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where (select relrowsecurity from pg_class whole where whole.oid = coalesce(pg_partition_root(c.oid), c.oid))
       and relnamespace in ('public'::regnamespace, 'parts'::regnamespace)`,
  )
  const owned = new Set(rows.map(({ name }) => name))
  const touching = new Set(ran.filter(({ touched }) => touched.length > 0).map(({ text }) => text))
  for (const { text } of ran)
    if (!bound.has(text))
      bound.set(text, await boundOf(client, text, { owned, touchesRows: touching.has(text) }))
  client.release(true)
}

const businessesOf = ({ touched }: Ran): Set<string> => new Set(touched.map(({ businessId }) => businessId))

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const nameIn = (list: Record<string, Exception>, text: string): string | undefined =>
  Object.entries(list).find(([, { words }]) => plain(text).includes(words))?.[0]

const distinct = <Item>(items: Item[]): Item[] => [...new Set(items)]

test('a transaction of one business touches rows of that business and of no other', () => {
  const ofBusinesses = ran.filter(({ businessId }) => businessId !== null)
  expect(distinct(ofBusinesses.map(({ businessId }) => businessId))).toHaveLength(3)
  expect(ofBusinesses.filter(({ touched }) => touched.length > 0).length).toBeGreaterThan(100)
  expect(ofBusinesses.filter((one) => [...businessesOf(one)].some((id) => id !== one.businessId))).toEqual([])
})

test('a statement that touches rows of two businesses is known here, with its reason', () => {
  const texts = distinct(ran.filter((one) => businessesOf(one).size > 1).map(({ text }) => plain(text)))
  expect(texts.filter((text) => !nameIn(ACROSS_BUSINESSES, text))).toEqual([])
  // What goes in groups was seen to: else this run would prove nothing.
  expect(texts.map((text) => nameIn(ACROSS_BUSINESSES, text))).toEqual(
    expect.arrayContaining([
      'door: events written down',
      'record: texts that were taken',
      'callbacks: reports written down',
      'clock: what is due',
    ]),
  )
})

test('any other is led by its business, or known here with the key that it goes by', () => {
  const others = [...bound].filter(([, kind]) => kind === 'by another key').map(([text]) => plain(text))
  const listed = { ...ACROSS_BUSINESSES, ...BY_ANOTHER_KEY }
  expect(others.filter((text) => !nameIn(listed, text))).toEqual([])
  expect(distinct(others.map((text) => nameIn(listed, text)!)).toSorted()).toEqual(
    Object.keys(listed).toSorted(),
  )
  expect([...bound.values()].filter((kind) => kind === 'one business').length).toBeGreaterThan(25)
})

test('keys lead with the business, but those known here with what they would need', async () => {
  expect(await uniqueAcross(rig.pool)).toEqual(Object.keys(UNIQUE_ACROSS).toSorted())
  expect(await foreignAcross(rig.pool)).toEqual(FOREIGN_ACROSS)
})

test('docs/SCALE.md names each of these statements, and counts the keys', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/SCALE.md'), 'utf8')
  const names = [...Object.keys(ACROSS_BUSINESSES), ...Object.keys(BY_ANOTHER_KEY)]
  expect(names.filter((name) => !page.includes(name))).toEqual([])
  expect(page).toContain(`${Object.keys(UNIQUE_ACROSS).length} indexes`)
})
