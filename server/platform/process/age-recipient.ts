const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** Of a key on a curve; the other kinds are longer. */
const PLAIN = /^age1[a-z0-9]{58}$/
const OTHER = /^age1(pq|tag|tagpq)1[a-z0-9]+$/

/**
 * Whether this is a public key to which age encrypts without the program of a plugin. Its last six letters are a
 * checksum: https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki. Age itself is not loaded for it.
 */
export const isRecipient = (text: string): boolean => {
  if (!PLAIN.test(text) && !OTHER.test(text)) return false
  const end = text.lastIndexOf('1')
  const codes = text
    .slice(0, end)
    .split('')
    .map((letter) => letter.charCodeAt(0))
  const rest = text
    .slice(end + 1)
    .split('')
    .map((letter) => LETTERS.indexOf(letter))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...rest]
  return !rest.includes(-1) && all.reduce(step, 1) === 1
}

const step = (sum: number, value: number): number =>
  GENERATOR.reduce(
    (mixed, part, bit) => ((sum >>> (25 + bit)) & 1 ? mixed ^ part : mixed),
    ((sum & 0x1ff_ffff) << 5) ^ value,
  )
