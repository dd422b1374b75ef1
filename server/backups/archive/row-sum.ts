import { crc32 } from 'node:zlib'

const NEWLINE = 10
const MOST = 2 ** 52

/** A sum over rows as COPY writes them, one a line: the same in whichever order they come. */
export const createRowSum = () => {
  let sum = 0
  let unfinished = 0
  return {
    add: (bytes: Buffer): void => {
      let from = 0
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        sum = (sum + crc32(bytes.subarray(from, at), unfinished)) % MOST
        unfinished = 0
        from = at + 1
      }
      if (from < bytes.length) unfinished = crc32(bytes.subarray(from), unfinished)
    },
    sum: () => sum,
  }
}
