import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FLOORS } from './floors.ts'

const ROOMS = FLOORS.flatMap(({ rooms }) => Object.keys(rooms))
// Without a noun: the parts, what joins the nouns, and the pages that are files.
const WEB_FOLDERS = ['ui', 'lib', 'screens', 'welcome', 'public']
// What several nouns share; what is of the service as a whole; and what is erased in every noun.
const SHARED_CONTRACTS = ['shared', 'status', 'erasures']

const entries = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, '../..', folder), { withFileTypes: true })
    .filter((entry) => folder === 'contracts' || entry.isDirectory())
    .map(({ name }) => name.replace(/\.ts$/, ''))

test('a noun of the screens is a room of the server, by the same name', () => {
  expect(entries('web').filter((name) => !WEB_FOLDERS.includes(name) && !ROOMS.includes(name))).toEqual([])
})

test('a contract is named after a room of the server', () => {
  const unknown = entries('contracts').filter((name) => !SHARED_CONTRACTS.includes(name))
  expect(unknown.filter((name) => !ROOMS.includes(name))).toEqual([])
})
