import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureProgramsBuilt } from './build-programs.ts'
import { ensureWebBuilt } from './build-web.ts'
import { writeFolder, writeRelease } from './release/write-release.ts'

/** `npm run release`: the tarball into dist/release. With --folder PATH: its contents there, for an image. */
const ROOT = join(import.meta.dirname, '..')
const RELEASE = join(ROOT, 'dist/release')

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
await ensureWebBuilt()
await ensureProgramsBuilt()
if (values.folder) {
  console.log(`${writeFolder(ROOT, values.folder)} files are in ${values.folder}.`)
} else {
  for (const file of writeRelease(ROOT, RELEASE, madeAt())) console.log(join(RELEASE, file))
}

/** Of the last commit, or SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/ */
function madeAt(): Date {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given) return new Date(Number(given) * 1000)
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error('This is no git checkout: say when it was made by SOURCE_DATE_EPOCH.')
  return new Date(Number(stdout) * 1000)
}
