import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { backupSettings } from './env-backup.ts'

const made = async (...identities: Promise<string>[]): Promise<string[]> =>
  Promise.all(identities.map(async (identity) => identityToRecipient(await identity)))

const faultOf = (text: string) => backupSettings.BACKUP_KEY.safeParse(text).error?.issues[0]?.message

test('backups may be encrypted to any public key that age makes, and to several', async () => {
  const [one, other] = await made(generateX25519Identity(), generateX25519Identity())
  expect(backupSettings.BACKUP_KEY.parse(`${one}, ${other}`)).toEqual([one, other])
  const [hybrid] = await made(generateHybridIdentity())
  expect(backupSettings.BACKUP_KEY.parse(hybrid)).toEqual([hybrid])
})

test('a key that is cut off, mistyped, private, or of another program is no public key of age', async () => {
  const identity = await generateX25519Identity()
  const [key = '', other = ''] = await made(Promise.resolve(identity), generateX25519Identity())
  const mistyped = key.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  for (const wrong of [
    'age1abc',
    key.slice(0, -1),
    `${key}q`,
    mistyped,
    `${other},${mistyped}`,
    `${other},`,
    key.toUpperCase(),
    identity,
    // Of a plugin, whose program would have to encrypt.
    'age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t',
  ])
    expect([wrong, faultOf(wrong)]).toEqual([
      wrong,
      'must be a public key that begins with age1 (`goodword backup keygen`)',
    ])
})
