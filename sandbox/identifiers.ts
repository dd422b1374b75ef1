import { createHash, randomBytes } from 'node:crypto'

/** A GUID that is always the same for the same words, so that a lost snapshot changes no id. */
export const stableId = (...words: string[]): string => {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex')
  const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A number below `below`, always the same for the same words. */
export const stableNumber = (below: number, ...words: string[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) % below

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const randomToken = (): string => randomBytes(32).toString('base64url')

export const isGuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
