import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import {
  blur,
  photograph,
  scratch,
  toRgba,
  turn,
  type Picture,
  type Square,
} from '../../test/support/raster.ts'
import { drawSheets, PAPERS, type Paper } from './draw-sheet.ts'
import font from './letters.json' with { type: 'json' }
import { claimUrl, newSlug } from './slug.ts'

const codes = Array.from({ length: 14 }, (_, index) => {
  const slug = newSlug()
  return {
    slug,
    url: claimUrl('https://goodword.example', slug),
    name: index === 3 ? 'Ātea (Café) 東京' : 'Goodword',
  }
})

/** What a printer finds in the file: the drawing of each page. */
const drawingsOf = (pdf: Buffer): string[] => {
  const drawings: string[] = []
  for (let at = pdf.indexOf('\nstream\n'); at > 0; at = pdf.indexOf('\nstream\n', at + 1)) {
    drawings.push(inflateSync(pdf.subarray(at + 8, pdf.indexOf('\nendstream', at))).toString('latin1'))
  }
  return drawings
}
const NUMBERS = String.raw`([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)`
const squaresOf = (drawing: string): Square[] =>
  [...drawing.matchAll(new RegExp(`${NUMBERS} re`, 'g'))].map(([, ...numbers]) => {
    const [x, y, width, height] = numbers.map(Number) as [number, number, number, number]
    return { x, y, width, height }
  })
const marksOf = (drawing: string): number[][] =>
  [...drawing.matchAll(/([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  )
/** Words are shapes: each is told by its outline, as a reader does. */
const outlines = new Map(
  Object.entries(font.letters).map(([letter, text]) => [text.slice(text.indexOf(' ') + 1), letter]),
)
const wordsOf = (drawing: string): string[] =>
  [...drawing.matchAll(/^q [^]*?\nQ$/gm)].map(([run]) =>
    [...run.matchAll(/^1 0 0 1 \S+ 0 cm (.*)\nf$/gm)].map(([, outline]) => outlines.get(outline!)).join(''),
  )
const read = (picture: Picture): string | undefined =>
  jsqr.default(toRgba(picture), picture.width, picture.height)?.data

/** Where each sticker is cut, told by its crop marks alone: those of a side stand outside of it. */
const stickersOf = (drawing: string): Square[] => {
  const marks = marksOf(drawing)
  return Array.from({ length: marks.length / 8 }, (_, index) => {
    const own = marks.slice(index * 8, index * 8 + 8)
    const xs = own.filter(([fromX, , toX]) => fromX === toX).map(([x]) => x!)
    const ys = own.filter(([, fromY, , toY]) => fromY === toY).map(([, y]) => y!)
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  })
}

describe.each(['A4', 'letter'] as Paper[])('a sheet on %s', (paper) => {
  const pdf = drawSheets('Review codes', paper, codes)
  const drawings = drawingsOf(pdf)

  test('is read back, code by code', () => {
    const seen = drawings.flatMap((drawing) => {
      const squares = squaresOf(drawing)
      return stickersOf(drawing).map((sticker) => read(photograph(squares, sticker, 8)))
    })
    expect(seen).toEqual(codes.map(({ url }) => url))
  })

  test('has every mark on the paper, and nothing outside of it', () => {
    const { widthMm, heightMm } = PAPERS[paper]
    expect(pdf.toString('latin1')).toContain(
      `/MediaBox [0 0 ${((widthMm * 72) / 25.4).toFixed(3)} ${((heightMm * 72) / 25.4).toFixed(3)}]`,
    )
    for (const drawing of drawings) {
      for (const [fromX, fromY, toX, toY] of marksOf(drawing)) {
        expect(Math.min(fromX!, toX!)).toBeGreaterThan(3)
        expect(Math.min(fromY!, toY!)).toBeGreaterThan(3)
        expect(Math.max(fromX!, toX!)).toBeLessThan(widthMm - 3)
        expect(Math.max(fromY!, toY!)).toBeLessThan(heightMm - 3)
      }
    }
  })

  test('leaves four modules of white around each code, and says its name and slug below', () => {
    const [drawing = ''] = drawings
    const squares = squaresOf(drawing)
    for (const sticker of stickersOf(drawing)) {
      const own = squares.filter(
        ({ x, y }) =>
          x > sticker.x && x < sticker.x + sticker.width && y > sticker.y && y < sticker.y + sticker.height,
      )
      const module = own[0]!.height
      const left = Math.min(...own.map(({ x }) => x)) - sticker.x
      const right = sticker.x + sticker.width - Math.max(...own.map(({ x, width }) => x + width))
      const top = sticker.y + sticker.height - Math.max(...own.map(({ y, height }) => y + height))
      const bottom = Math.min(...own.map(({ y }) => y)) - sticker.y
      for (const white of [left, right, top]) expect(white).toBeGreaterThanOrEqual(4 * module)
      // The text stands below the quiet zone.
      expect(bottom).toBeGreaterThanOrEqual(4 * module + 8.2 + 2.8 - 3)
    }
    expect(wordsOf(drawing).slice(0, 8)).toEqual([
      'Goodword',
      codes[0]!.slug,
      'Goodword',
      codes[1]!.slug,
      'Goodword',
      codes[2]!.slug,
      'Ātea(Café)',
      codes[3]!.slug,
    ])
  })

  test('asks for no font, so that no print shop has to have one', () => {
    expect(pdf.toString('latin1')).not.toMatch(/\/Font/)
    for (const drawing of drawings) expect(drawing).not.toMatch(/\bT[fj]\b/)
  })

  test('begins each object where its table says', () => {
    const file = pdf.toString('latin1')
    const [, table = ''] = /xref\n0 \d+\n0{10} 65535 f \n([^]*?)trailer/.exec(file)!
    const offsets = table
      .trim()
      .split(/ 00000 n ?\n?/)
      .filter(Boolean)
      .map(Number)
    expect(offsets.length).toBe(3 + 2 * drawings.length)
    offsets.forEach((offset, index) =>
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)),
    )
  })
})

describe('a printed code', () => {
  const drawing = drawingsOf(drawSheets('One', 'A4', codes.slice(0, 1)))[0]!
  const clear = photograph(squaresOf(drawing), stickersOf(drawing)[0]!, 8)
  const { url } = codes[0]!

  test.each([1, 2, 3])('is read out of focus, by %i pixels of a module of eight', (radius) => {
    expect(read(blur(clear, radius))).toBe(url)
  })

  test.each([7, 30, 90, 171, 180, 255])('is read turned by %i degrees', (degrees) => {
    expect(read(turn(clear, degrees))).toBe(url)
    expect(read(blur(turn(clear, degrees), 2))).toBe(url)
  })

  test('has a name that ends where the code ends, however long it is', () => {
    const name = 'Fremantle Harbour Electrical Contractors and Sons (Western Australia)'
    const [long] = drawingsOf(drawSheets('Long', 'A4', [{ ...codes[0]!, name }])) as [string]
    const [printed = ''] = wordsOf(long)
    expect(printed).toMatch(/^FremantleHarbour[A-Za-z]*…$/)
    expect(wordsOf(drawingsOf(drawSheets('None', 'A4', [{ ...codes[0]!, name: '東京' }]))[0]!)[0]).toBe(
      'Goodword',
    )
  })

  test('is read with a scratch across it', () => {
    expect(read(scratch(clear, 0.42, 0.48))).toBe(url)
  })
})
