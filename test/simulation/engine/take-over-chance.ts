import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Chance } from './chance.ts'

/** While it is on, chance is Node's own: for the real connections, of which some are made anew and some are not. */
export const realChance = { isOn: false }

/** From now on all that is drawn at random in this process is drawn from the seed. */
export const takeOverChance = (chance: () => Chance): void => {
  const uuid = (): string => {
    const bytes = chance().bytes(16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
  const own = { randomBytes: crypto.randomBytes, randomUUID: crypto.randomUUID }
  const randomBytes = (count: number): Buffer =>
    realChance.isOn ? own.randomBytes(count) : chance().bytes(count)
  const randomInt = (least: number, most?: number): number =>
    most === undefined ? chance().below(least) : least + chance().below(most - least)
  Object.assign(crypto, { randomUUID: uuid, randomBytes, randomInt })
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid, configurable: true })
  Math.random = () => chance().next()
  syncBuiltinESMExports()
}
