import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuilt } from '../../../bin/build-web.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MOST_BYTES = 512 * 1024 * 1024

export type Tree = { folder: string; version: string; remove: () => void }

/** The files of a commit, ready to run in a folder of their own. */
export const treeOf = async (ref: string): Promise<Tree> => {
  const version = git('rev-parse', '--short', '--verify', `${ref}^{commit}`).toString().trim()
  return unpack(git('archive', '--format=tar', version), version)
}

/**
 * The files as they are in this working tree, with further migrations: one of each kind, so that each is tried whatever
 * lies between the two versions.
 */
export const treeOfNow = async (): Promise<Tree> => {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
  const packed = execFileSync('tar', ['-c', '-C', ROOT, '--null', '-T', '-'], {
    input: files.join('\0'),
    maxBuffer: MOST_BYTES,
  })
  const tree = await unpack(packed, 'this tree')
  for (const [name, text] of Object.entries(MADE_UP))
    writeFileSync(join(tree.folder, 'database/migrations', `${name}.sql`), `${text}\n`)
  return tree
}

const MADE_UP: Record<string, string> = {
  '9901-drill-adds-a-column': `-- Upgrade: before, harmless.
alter table review_requests add column drilled integer;`,
  '9902-drill-builds-an-index': `-- Upgrade: before, harmless, outside a transaction.
create index concurrently review_requests_drilled on review_requests (drilled) where drilled is null;`,
  '9903-drill-fills-in': `-- Upgrade: after, harmless, in batches.
update review_requests set drilled = 1
where ctid = any (array(select ctid from review_requests where drilled is null and sent_at is not null limit 500
                        for update skip locked));`,
  '9904-drill-takes-it-away': `-- Upgrade: after, breaking.
alter table review_requests drop column drilled;`,
}

const git = (...args: string[]): Buffer =>
  execFileSync('git', ['-C', ROOT, ...args], { maxBuffer: MOST_BYTES })

const unpack = async (packed: Buffer, version: string): Promise<Tree> => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-tree-'))
  execFileSync('tar', ['-x', '-C', folder], { input: packed })
  if (hasSamePackages(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync(
      'npm',
      ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  await ensureWebBuilt()
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'))
  return { folder, version, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean }> }

/** Those that production needs. */
const hasSamePackages = (folder: string): boolean => {
  const [theirs, ours] = [folder, ROOT].map(
    (root) => (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock).packages,
  )
  return Object.entries(theirs!).every(
    ([path, { version, dev, devOptional }]) =>
      path === '' || dev || devOptional || ours![path]?.version === version,
  )
}
