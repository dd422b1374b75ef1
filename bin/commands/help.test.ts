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
  [['qr', 'min'], "Unknown command 'min'. Did you mean mint? `goodword help` lists them all."],
  [['qr', 'nothing'], "Unknown command 'nothing'. `goodword help` lists them all."],
  // What is asked about does not run.
  [['restore', 'latest'], "Unknown command 'latest'. `goodword help` lists them all."],
  [
    ['reconsile', 'mint'],
    "Unknown command 'reconsile'. Did you mean reconcile? `goodword help` lists them all.",
  ],
])('help says in one line that there is no command %j', async (names, words) => {
  expect(await goodword({}, 'help', ...names)).toEqual({ code: 2, out: '', err: `${words}\n` })
})
