import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture of black and white only, one bit a pixel: as small as a PNG can be. https://www.w3.org/TR/png-3/ */
export const encodePng = (
  width: number,
  height: number,
  isDark: (x: number, y: number) => boolean,
): Buffer => {
  const bytesPerLine = Math.ceil(width / 8)
  // Each line begins with its filter: none.
  const lines = Buffer.alloc((bytesPerLine + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isDark(x, y)) lines[y * (bytesPerLine + 1) + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
