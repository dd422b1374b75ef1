import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_COLOURS = 256
// One of each kind first: a small star of its own colour is not to turn grey among many greens.
const MOST_FAMILIES = 128

/**
 * The same picture with at most 256 colours, a third of the size: enough for flat screens with smooth letters.
 * Takes what Chromium writes: 8 bits, RGB or RGBA, not interlaced, nothing see-through.
 */
export const shrinkPng = (png: Buffer): Buffer => {
  const chunks = readChunks(png)
  const header = chunks.find(({ type }) => type === 'IHDR')!.bytes
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 6 ? 4 : 3
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => bytes))
  const colours = unfilter(inflateSync(packed), { width, height, channels })

  const palette = commonest(colours)
  const place = createPlace(palette)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = place(colours[y * width + x]!)
  }
  header.set([8, 3, 0, 0, 0], 8)
  const triples = palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(triples)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const readChunks = (png: Buffer): { type: string; bytes: Buffer }[] => {
  const chunks = []
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      bytes: png.subarray(at + 8, at + 8 + length),
    })
    at += length + 12
  }
  return chunks
}

const chunk = (type: string, bytes: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const framed = Buffer.alloc(bytes.length + 12)
  framed.writeUInt32BE(bytes.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), bytes.length + 8)
  return framed
}

/** One number a pixel, 0xRRGGBB. The five filters are those of the PNG specification, section 9. */
const unfilter = (
  raw: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Uint32Array => {
  const stride = width * channels
  const colours = new Uint32Array(width * height)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    const row = Uint8Array.from(raw.subarray(start + 1, start + 1 + stride))
    for (let i = 0; i < stride; i += 1) {
      const left = i < channels ? 0 : row[i - channels]!
      const corner = i < channels ? 0 : above[i - channels]!
      row[i] = row[i]! + predicted(raw[start]!, left, above[i]!, corner)
    }
    for (let x = 0; x < width; x += 1) {
      const i = x * channels
      colours[y * width + x] = (row[i]! << 16) | (row[i + 1]! << 8) | row[i + 2]!
    }
    above = row
  }
  return colours
}

const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if (byLeft! <= byUp! && byLeft! <= byCorner!) return left
  return byUp! <= byCorner! ? up : corner
}

const commonest = (colours: Uint32Array): number[] => {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const ordered = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour)
  const families = new Map<number, number>()
  for (const colour of ordered) if (!families.has(familyOf(colour))) families.set(familyOf(colour), colour)
  const rare = [...families.values()].slice(0, MOST_FAMILIES)
  return [...new Set([...rare, ...ordered])].slice(0, MOST_COLOURS)
}

/** Three bits of each of red, green and blue. */
const familyOf = (colour: number): number =>
  ((colour >> 21) << 6) | (((colour >> 13) & 7) << 3) | ((colour >> 5) & 7)

/** The place in the palette of a colour, or of the one that is nearest to it. */
const createPlace = (palette: number[]): ((colour: number) => number) => {
  const places = new Map(palette.map((colour, place) => [colour, place]))
  return (colour) => {
    const known = places.get(colour)
    if (known !== undefined) return known
    let nearest = 0
    for (let place = 1; place < palette.length; place += 1) {
      if (distance(palette[place]!, colour) < distance(palette[nearest]!, colour)) nearest = place
    }
    places.set(colour, nearest)
    return nearest
  }
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
