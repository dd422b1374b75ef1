import { randomInt } from 'node:crypto'

/** Without look-alikes (0 and O, 1, l and I): a token may be read from a screen and typed. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 10

/** 58 bits: with ten million tokens in use, one guess in 30 thousand million is right. */
export const newLinkToken = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Of the reminder of an invoice's text: another one, so that after a restore neither is taken for the other. */
export const reminderTokenOf = (
  keyed: (words: string) => Buffer,
  { tenantId, invoiceId }: { tenantId: string; invoiceId: string },
): string => tokenOf(keyed(`reminder ${tenantId} ${invoiceId}`))

/**
 * The token of an invoice: always the same, and not to be guessed without the key of `keyed`. An invoice that is
 * decided anew, after the database was restored to an earlier moment, has the token of the text that went before.
 */
export const linkTokenOf = (
  keyed: (words: string) => Buffer,
  { tenantId, invoiceId }: { tenantId: string; invoiceId: string },
): string => tokenOf(keyed(`link ${tenantId} ${invoiceId}`))

const tokenOf = (hash: Buffer): string => {
  let rest = BigInt(`0x${hash.toString('hex')}`)
  const many = BigInt(LETTERS.length)
  return Array.from({ length: LENGTH }, () => {
    const letter = LETTERS[Number(rest % many)]
    rest /= many
    return letter
  }).join('')
}

/** As long as a real one, and in the same letters: for texts that are only shown. */
export const SAMPLE_TOKEN = '2bYourWord'

/** Stands for the token where a business sees a text: the link is its customer's, and opts out. */
export const HIDDEN_TOKEN = '…'

export const LINK_TOKEN = /^[2-9a-km-np-zA-HJ-NP-Z]{10}$/

/** The token in the link of a text of ours; undefined where it leads elsewhere, or nowhere. */
export const linkTokenIn = (body: string, publicUrl: string): string | undefined => {
  const { host, pathname } = new URL(publicUrl)
  const start = `${host}${pathname.replace(/\/+$/, '')}/r/`
  for (const piece of body.split(start).slice(1)) {
    const token = piece.slice(0, LENGTH)
    if (LINK_TOKEN.test(token) && !/^[A-Za-z0-9]/.test(piece.slice(LENGTH))) return token
  }
  return undefined
}
