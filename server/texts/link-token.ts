import { randomInt } from 'node:crypto'

/** Without look-alikes (0 and O, 1, l and I): a token may be read from a screen and typed. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 10

/** 58 bits: with ten million tokens in use, one guess in 30 thousand million is right. */
export const newLinkToken = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const LINK_TOKEN = /^[2-9a-km-np-zA-HJ-NP-Z]{10}$/
