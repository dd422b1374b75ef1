import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCHEMA_FOLDER } from '../server/database/database.ts'
import {
  readReleased,
  readSchemaFiles,
  type Migration,
  type SchemaFile,
} from '../server/platform/postgres/schema/schema-files.ts'
import { harmfulStatements } from './schema/harmful-statements.ts'
import type { ReleasedSchema } from './schema/released.ts'

/** What takes something away belongs into the part after the deploy, or into a release that needs a stop. */
const TAKES_AWAY = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'renaming-column',
  'renaming-table',
  'changing-column-type',
  'adding-required-field',
]

const CONFIG = join(SCHEMA_FOLDER, 'squawk.toml')

/** Checks that migrations of the coming release say how they are rolled out, and may be rolled out so. */
const main = (): number => {
  const { newestMigration } = readReleased(SCHEMA_FOLDER)
  const { migrations, functions } = readSchemaFiles(SCHEMA_FOLDER)
  const fresh = migrations.filter(({ number }) => number > newestMigration)
  const mayTake = (one: Migration) => one.isBreaking
  const faults = [
    ...fresh.filter(({ isMarked }) => !isMarked).map(unmarked),
    ...fresh.flatMap(harmfulStatements),
    ...[...fresh.filter((one) => !mayTake(one)), ...functions].flatMap(dropsReleased),
  ]
  const binary = squawk()
  if (!binary)
    console.log('Migrations: squawk has no binary for this machine, so it did not look at them here.')
  const isOutside = ({ manner }: Migration) => manner === 'outside a transaction'
  const inside = fresh.filter((one) => !isOutside(one))
  if (binary)
    faults.push(
      ...lint(
        binary,
        inside.filter((one) => !mayTake(one)),
        { isInTransaction: true, but: [] },
      ),
      ...lint(binary, inside.filter(mayTake), { isInTransaction: true, but: TAKES_AWAY }),
      ...lint(binary, fresh.filter(isOutside), { isInTransaction: false, but: [] }),
    )
  for (const fault of faults) console.error(fault)
  if (faults.length === 0)
    console.log(`Migrations: ${fresh.length} since the last release, all as they may be rolled out.`)
  return faults.length > 0 ? 1 : 0
}

const unmarked = ({ name }: Migration): string =>
  `${name} does not say how it is rolled out. Its first line has to be, for what only adds: ` +
  '`-- Upgrade: before, harmless.` (database/README.md)'

const DROP = /drop (?:function|procedure) (?:if exists )?([a-z0-9_]+)(?:\(([^)]*)\))?/gi

/**
 * A function that the last release calls is not dropped beside it, not even to be made anew: the plans that its
 * connections keep name the old one. What has other arguments is of an earlier version.
 */
const dropsReleased = ({ name, text }: SchemaFile): string[] => {
  const { functions } = JSON.parse(
    readFileSync(join(SCHEMA_FOLDER, 'released.json'), 'utf8'),
  ) as ReleasedSchema
  return [...text.matchAll(DROP)].flatMap(([, dropped, args]) => {
    const released = functions.find((one) => one.startsWith(`function ${dropped}(`))
    const has = /\(([^)]*)\)/.exec(released ?? '')?.[1]
    if (has === undefined || (args !== undefined && countArguments(args) !== countArguments(has))) return []
    return [
      `${name} drops ${dropped}, which the last release calls: give the new one a name of its own, and drop the old one in the part after.`,
    ]
  })
}

const countArguments = (list: string): number => (list.trim() === '' ? 0 : list.split(',').length)

type Options = { isInTransaction: boolean; but: string[] }

const lint = (binary: string, migrations: Migration[], { isInTransaction, but }: Options): string[] => {
  if (migrations.length === 0) return []
  const files = migrations.map(({ name }) => join(SCHEMA_FOLDER, 'migrations', name))
  // What is excluded here takes the place of what the file excludes.
  const excluded = [...readFileSync(CONFIG, 'utf8').matchAll(/^ {2}"([a-z-]+)"/gm)].map(([, rule]) => rule!)
  const args = ['--config', CONFIG, '--reporter', 'gcc', `--exclude=${[...excluded, ...but].join(',')}`]
  if (isInTransaction) args.push('--assume-in-transaction')
  const { status, stdout, stderr } = spawnSync(binary, [...args, ...files], { encoding: 'utf8' })
  return status === 0 ? [] : [(stdout || stderr).trim()]
}

/** It comes in a package for each platform, of which a registry or a platform may lack its own. */
const squawk = (): string | undefined => {
  const { getBinaryPath } = createRequire(import.meta.url)('squawk-cli/js/index.js') as {
    getBinaryPath: () => string
  }
  try {
    return getBinaryPath()
  } catch {
    return undefined
  }
}

process.exitCode = main()
