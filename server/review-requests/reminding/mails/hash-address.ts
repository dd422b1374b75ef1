/** From the keyed hash of phones: one of addresses, whatever their letter case. 32 bytes. */
export const addressHashes =
  (hashPhone: (words: string) => Buffer) =>
  (address: string): Buffer =>
    hashPhone(`mailto:${address.trim().toLowerCase()}`)
