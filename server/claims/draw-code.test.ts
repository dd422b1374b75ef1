import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { photograph, toRgba, type Picture } from '../../test/support/raster.ts'
import { codePng, codeSvg } from './draw-code.ts'
import { claimUrl, newSlug, readSlug } from './slug.ts'

const url = claimUrl('https://goodword.example', newSlug())
const read = (picture: Picture): string | undefined =>
  jsqr.default(toRgba(picture), picture.width, picture.height)?.data

test('the SVG that an owner downloads is read back', () => {
  const svg = codeSvg(url)
  const [, side] = /viewBox="0 0 (\d+) \d+"/.exec(svg)!.map(Number) as [number, number]
  const squares = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: side - Number(y) - 1,
    width: Number(width),
    height: 1,
  }))
  expect(read(photograph(squares, { x: 0, y: 0, width: side, height: side }, 6))).toBe(url)
})

test('the PNG that an owner downloads is read back', () => {
  const png = codePng(url)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const at = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const bytes = Math.ceil(width / 8) + 1
  const grey = new Float64Array(width * height).map((_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    return lines[y * bytes + 1 + (x >> 3)]! & (0x80 >> (x & 7)) ? 255 : 0
  })
  expect(read({ width, height, grey })).toBe(url)
})

test('a slug has no letters that look alike, spells nothing, and is found in any case', () => {
  const slugs = Array.from({ length: 2000 }, newSlug)
  for (const slug of slugs) expect(slug).toMatch(/^[2-9bcdfghjkmnpqrstvwxz]{10}$/)
  expect(new Set(slugs).size).toBe(2000)
  expect(readSlug(` ${slugs[0]!.toUpperCase()}\n`)).toBe(slugs[0])
})
