import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

export type Sealer = {
  /** `place` names table, column and row: what is sealed for one place opens in no other. */
  seal: (plain: string, place: string) => Buffer
  open: (sealed: Uint8Array, place: string) => string
  /** Whether one of our keys sealed it: whether it opens, unless it was changed or belongs elsewhere. */
  isKnown: (sealed: Uint8Array) => boolean
  /** Whether the newest key sealed it: an older key can be removed once this holds for every value. */
  isCurrent: (sealed: Uint8Array) => boolean
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM. `keys` newest first: the first one seals, any of them opens, so that a key is rotated by
 * putting a new one in front; the place is the additional authenticated data. Each key is 32 bytes in base64 or hex.
 * Layout: key id (4) · iv (12) · tag (16) · text.
 */
export const createSealer = (keys: string[]): Sealer => {
  const known = keys.map(readKey)
  const newest = known[0]
  if (!newest) throw new Error('ENCRYPTION_KEYS is empty: give at least one key of 32 bytes.')

  return {
    seal: (plain, place) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([newest.id, iv, cipher.getAuthTag(), text])
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed)
      const found = known.find(({ id }) => id.equals(bytes.subarray(0, 4)))
      if (!found) throw new KeyMissing()
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(4, 4 + IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(4 + IV_BYTES, 4 + IV_BYTES + TAG_BYTES))
      const text = decipher.update(bytes.subarray(4 + IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new Error(`What stands at ${place} was sealed for another place, or was changed.`, { cause })
      }
    },
    isKnown: (sealed) => known.some(({ id }) => id.equals(sealed.subarray(0, 4))),
    isCurrent: (sealed) => newest.id.equals(sealed.subarray(0, 4)),
  }
}

/** What it sealed opens again once the key is back in the settings. */
export class KeyMissing extends Error {
  constructor() {
    super('Sealed with a key that is not in ENCRYPTION_KEYS: add the older key back.')
    this.name = 'KeyMissing'
  }
}

/** Whether what `open` opens does so: its key is there, and it was not changed. */
export const opens = (open: () => string): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/** 32 bytes from base64 or hex; throws on anything else. */
export const readKey = (text: string): { id: Buffer; key: Buffer } => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('An encryption key must be 32 bytes, in base64 or hex.')
  return { id: createHash('sha256').update(key).digest().subarray(0, 4), key }
}

/** HMAC-SHA256, for values that we must recognise again but not keep. A key object costs a quarter of a key's bytes. */
export const keyedHash = (key: Uint8Array | KeyObject, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest()

export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest()

/** 256 random bits, in letters that need no escaping in an address or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
