import { readFile } from 'node:fs/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Refusal } from '../platform/errors.ts'

/** A new pair of keys, as `age-keygen` writes it. */
export const makeKeys = async (now: Date): Promise<{ file: string; recipient: string }> => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { file: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`, recipient }
}

/** The private keys in a file of age's. */
export const readIdentities = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal('file', 422, `The identity file ${file} cannot be read: ${cause.code}.`)
  })
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || identities.some((line) => !line.startsWith('AGE-SECRET-KEY-')))
    throw new Refusal(
      'file',
      422,
      `${file} is no identity file of age: it has a line that begins with AGE-SECRET-KEY-.`,
    )
  return identities
}
