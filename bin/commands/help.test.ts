import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goodword } from '../../test/support/command-line.ts'

test.each(['qr mint', 'stuck fail', 'backup keygen', 'backup', 'grant'])(
  'help explains %s, as the command itself does',
  async (command) => {
    const names = command.split(' ')
    const { code, out, err } = await goodword({}, 'help', ...names)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Usage: goodword ${command} `))
    expect((await goodword({}, ...names, '--help')).out).toBe(out)
  },
)

test.each([
  [['qr', 'min'], "Unknown command 'min'. Did you mean mint? `goodword help qr` lists them all."],
  [['qr', 'nothing'], "Unknown command 'nothing'. `goodword help qr` lists them all."],
  // What is asked about does not run.
  [['restore', 'latest'], "Unknown command 'latest'. `goodword help` lists them all."],
  [
    ['reconsile', 'mint'],
    "Unknown command 'reconsile'. Did you mean reconcile? `goodword help` lists them all.",
  ],
])('help says in one line that there is no command %j', async (names, words) => {
  expect(await goodword({}, 'help', ...names)).toEqual({ code: 2, out: '', err: `${words}\n` })
})

const said = (...args: string[]) => goodword({}, ...args)

test('the version is the one of this folder', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(await said('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test.each([
  [['sender', 'frob'], "Unknown command 'frob'. `goodword help sender` lists them all."],
  [['stuck', 'lst'], "Unknown command 'lst'. Did you mean list? `goodword help stuck` lists them all."],
])('of an unknown part of a command it says which help names the parts: %j', async (args, words) => {
  expect(await said(...args)).toEqual({ code: 2, out: '', err: `${words}\n` })
})

test('an id that is none is called as the help calls it', async () => {
  const { err } = await said('stuck', 'resend', 'nope')
  expect(err).toMatch(/^<id> must be an id like 019a\S+, not "nope"\.\n$/)
})
