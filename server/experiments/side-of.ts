import { keyedHash } from '../platform/seal.ts'
import type { Experiment, Side } from './experiment-rules.ts'

/**
 * On which side this customer is, the same for as long as the experiment lives: drawn from its seed and the keyed hash
 * of the phone, so before anything is known of what she will do. `draw` tells her from others in it, and nothing else.
 */
export const sideOf = (
  { seed, percentB }: Pick<Experiment, 'seed' | 'percentB'>,
  phoneHash: Uint8Array,
): { side: Side; draw: Buffer } => {
  const draw = keyedHash(Buffer.from(seed, 'hex'), Buffer.from(phoneHash).toString('hex'))
  return { side: draw.readUInt32BE(0) / 2 ** 32 < percentB / 100 ? 'b' : 'a', draw }
}
