import { generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A new pair of keys, as `age-keygen` writes it. */
export const makeKeys = async (now: Date): Promise<{ file: string; recipient: string }> => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { file: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`, recipient }
}
