import { hash } from 'node:crypto'

/**
 * Whether a key is woken in this process or in one of the `others`: of all that know of each other exactly one says so,
 * and when one ends, only its own keys go elsewhere.
 */
export const isOwnKey = (key: string, own: string, others: string[]): boolean => {
  const weight = (id: string) => hash('sha1', `${id} ${key}`)
  const ours = others.length > 0 ? weight(own) : ''
  return others.every((other) => weight(other) < ours)
}
