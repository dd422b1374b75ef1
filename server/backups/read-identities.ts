import { readFile } from 'node:fs/promises'
import { Refusal } from '../platform/errors.ts'

/** The private keys in a file of age's. */
export const readIdentities = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const { code } = cause
    throw new Refusal('file', 422, `The identity file ${file} cannot be read: ${code}.`, { code })
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
