import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HELD } from '../server/platform/process/process-life.ts'
import { ensureProgramsBuilt } from './build-programs.ts'
import { builtProgram, PROGRAMS, PROGRAMS_FOLDER } from './built-programs.ts'

/** Of Node's own modules. `https` is among what each of them loads. An address has no line breaks. */
const SAYS_WHAT_IS_LOADED = `data:text/javascript,
  const isLoaded = (name) => process.moduleLoadList.includes('NativeModule ' + name);
  process.once('exit', () => console.log(isLoaded('https'), isLoaded('internal/deps/undici/undici')))`

test.for(['api', 'worker', 'sandbox'] as const)('loading %s does not load Node’s own fetch', async (name) => {
  await ensureProgramsBuilt()
  const look = ['--import', SAYS_WHAT_IS_LOADED, builtProgram(name), HELD]
  // It ends without having begun: nobody tells it to. A proxy in the environment would make Node load its fetch.
  const { stdout } = spawnSync(process.execPath, look, { encoding: 'utf8', env: {} })
  expect(stdout.trim()).toBe('true false')
})

test('what is built is in ASCII, and says what its sources say', async () => {
  await ensureProgramsBuilt()
  const files = filesOf(Object.keys(PROGRAMS).map((name) => `${name}.js`))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((name) => /[^\0-\x7F]/.test(read(name)))).toEqual([])
  const help = (program: string) => execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' })
  const said = help(builtProgram('goodword'))
  expect(said).toMatch(/[^\0-\x7F]/)
  expect(said).toBe(help(join(import.meta.dirname, 'goodword.ts')))
})

/** What is read of a program; files of an older build lie beside it. Comments name files that are not there. */
const filesOf = (found: string[]): string[] => {
  const there = readdirSync(PROGRAMS_FOLDER)
  for (const name of found)
    for (const [, other] of read(name).matchAll(/(?:from |import |import\()"\.\/([^"]+\.js)"/g))
      if (there.includes(other!) && !found.includes(other!)) found.push(other!)
  return found
}

const read = (name: string): string => readFileSync(join(PROGRAMS_FOLDER, name), 'utf8')
