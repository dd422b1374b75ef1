import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeRelease } from './write-release.ts'

const ROOT = join(import.meta.dirname, '../..')
const MADE_AT = new Date('2026-01-02T03:04:05Z')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-release-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Our own files, with one package and a screen that takes no build: a whole release takes most of a minute. */
const checkOut = (name: string): string => {
  const root = join(folder, name)
  mkdirSync(join(root, 'dist/web'), { recursive: true })
  writeFileSync(join(root, 'dist/web/index.html'), '<title>Goodword</title>')
  mkdirSync(join(root, 'dist/programs'))
  writeFileSync(join(root, 'dist/programs/goodword.js'), 'import "./chunk.js"')
  writeFileSync(join(root, 'dist/programs/chunk.js'), '')
  writeFileSync(join(root, 'dist/programs/LICENCES.txt'), 'MIT')
  writeFileSync(join(root, 'dist/programs/sandbox.js'), '')
  const apart = ['dist', 'node_modules', 'package.json', 'package-lock.json', '.git']
  for (const file of readdirSync(ROOT).filter((one) => !apart.includes(one)))
    symlinkSync(join(ROOT, file), join(root, file))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(root, 'node_modules/zod'))
  const lock = json(join(ROOT, 'package-lock.json'))
  const zod = lock.packages['node_modules/zod']
  const own = { name: 'goodword', version: lock.version, license: 'MIT', dependencies: { zod: zod.version } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(own))
  const packages = { '': own, 'node_modules/zod': zod }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  return root
}

test('a release has the same bytes from whichever checkout, and its checksums name them', () => {
  const files = writeRelease(checkOut('one'), join(folder, 'of-one'), MADE_AT)
  writeRelease(checkOut('another'), join(folder, 'of-another'), MADE_AT)
  expect(files).toEqual([
    expect.stringMatching(/^goodword-[\d.]+-\w+-\w+\.tar\.gz$/),
    expect.stringMatching(/^goodword-[\d.]+\.cdx\.json$/),
    'SHA256SUMS',
  ])
  const [tarball, materials] = files.map((file) => `${sha256(join(folder, 'of-one', file))}  ${file}\n`)
  const sums = `${tarball}${materials}`
  expect(readFileSync(join(folder, 'of-one/SHA256SUMS'), 'utf8')).toBe(sums)
  expect(readFileSync(join(folder, 'of-another/SHA256SUMS'), 'utf8')).toBe(sums)
})

test('the bill of materials names the packages, and neither the folder nor the npm that listed them', () => {
  const [, materials] = writeRelease(checkOut('third'), join(folder, 'of-third'), MADE_AT)
  const { bomFormat, metadata, components } = json(join(folder, 'of-third', materials!))
  expect(bomFormat).toBe('CycloneDX')
  expect(components).toMatchObject([{ name: 'zod', licenses: [{ license: { id: 'MIT' } }] }])
  expect(metadata).toMatchObject({ timestamp: MADE_AT.toISOString(), component: { name: 'goodword' } })
  expect(metadata).not.toHaveProperty('tools')
})
