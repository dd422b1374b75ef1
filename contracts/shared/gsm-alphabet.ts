const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€'

const basic = new Set(BASIC)
const extended = new Set(EXTENDED)

/** Written with an escape before it: counts for two. */
export const isExtended = (character: string): boolean => extended.has(character)

/** True when a text can be sent in the 7-bit alphabet: the basic GSM set and ^{}\[~]|€. */
export const isGsm = (text: string): boolean => {
  for (const character of text) if (!basic.has(character) && !extended.has(character)) return false
  return true
}
