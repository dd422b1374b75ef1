import { randomInt } from 'node:crypto'

/** No look-alikes (0 o, 1 i l), and no vowels, so that no code spells a word. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxz'
const LENGTH = 10

/** 47 random bits: within our limits they cannot be guessed. */
export const newSlug = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** As it is stored, from what a person typed or a scanner read. It need not be one of ours. */
export const readSlug = (text: string): string => text.trim().toLowerCase()

export const claimUrl = (publicUrl: string, slug: string): string => `${publicUrl}/claim/${slug}`
