import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listProductionFiles } from './production-files.ts'

const LARGEST_TAR = 1024 ** 3

type Materials = { serialNumber: string; metadata: { tools: object; component: object } }

/** The production tree as a folder: what an image is made of. */
export const writeFolder = (root: string, folder: string): number => {
  const files = listProductionFiles(root)
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  return files.length
}

/**
 * The tarball, its bill of materials and their checksums. The same sources give the same bytes: owners, order and times
 * are fixed. Returns the names of the files.
 */
export const writeRelease = (root: string, folder: string, madeAt: Date): string[] => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `goodword-${version}-${process.platform}-${process.arch}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = [`${name}.tar.gz`, `goodword-${version}.cdx.json`]
  writeFileSync(join(folder, files[0]!), gzipSync(tarOf(root, name, madeAt), { level: 6 }))
  writeFileSync(join(folder, files[1]!), materialsOf(root, madeAt))
  const sums = files.map((file) => `${sha256(readFileSync(join(folder, file)))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return [...files, 'SHA256SUMS']
}

/** By GNU tar, below one folder; who may write or run a file follows from its owner's rights alone. */
const tarOf = (root: string, name: string, madeAt: Date): Buffer => {
  const { status, stdout, stderr } = spawnSync(
    'tar',
    [
      '--create',
      '--format=gnu',
      `--mtime=${madeAt.toISOString()}`,
      '--owner=root:0',
      '--group=root:0',
      '--mode=u+rw,go=u,go-w',
      '--no-recursion',
      '--hard-dereference',
      `--transform=s,^,${name}/,`,
      '--null',
      '--files-from=-',
    ],
    { cwd: root, input: listProductionFiles(root).join('\0'), maxBuffer: LARGEST_TAR },
  )
  if (status !== 0) throw new Error(`The tarball needs GNU tar: ${String(stderr).trim()}`)
  return stdout
}

/**
 * CycloneDX, of the production packages. npm draws a number, and takes the time, its own version and the folder's name
 * into it: here all follows from the sources.
 */
const materialsOf = (root: string, madeAt: Date): string => {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: LARGEST_TAR },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr.trim()}`)
  const { serialNumber: _drawn, metadata, ...rest } = JSON.parse(stdout) as Materials
  const { tools: _npm, component, ...others } = metadata
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  const fixed = {
    ...rest,
    metadata: { ...others, timestamp: madeAt.toISOString(), component: { ...component, name } },
  }
  return `${JSON.stringify({ ...fixed, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(fixed))}` }, null, 2)}\n`
}

const uuidOf = (words: string): string =>
  sha256(words).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
