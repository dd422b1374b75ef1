import { bech32 } from '@scure/base'

/** Of a key on a curve, or of one of the other kinds that need no program of a plugin. */
const KINDS = /^age1([a-z0-9]{58}|(pq|tag|tagpq)1[a-z0-9]+)$/

/** Whether this is a public key to which age encrypts, by its form and checksum. Age itself is not loaded for it. */
export const isRecipient = (text: string): boolean =>
  KINDS.test(text) && bech32.decodeUnsafe(text, false) !== undefined
