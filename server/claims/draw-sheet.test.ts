import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPdf, wordsOf } from '../../test/support/pdf-words.ts'
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
import { claimUrl } from './slug.ts'

/**
 * Drawn once. jsQR cannot read about one code in eighty (5 of 400) at the strongest blur below, so codes drawn anew at
 * each run would fail now and then and say nothing about the sheet.
 */
const SLUGS = `
  wprk77zn4n ggv72r45hr bv5sx3cdjs d33wb3kzwp
  98zvkp5vrd xhgmfprhgv 3nmzrmbcc6 3dsgksxt9b
  2xhjrmwnsc v78rtkjnts r7zhv36zbs 5thm9d7ttr
  cbmdg7nhcr 8sq2g93zk4
`
  .trim()
  .split(/\s+/)
const codes = SLUGS.map((slug, index) => ({
  slug,
  url: claimUrl('https://goodword.example', slug),
  name: index === 3 ? 'Ātea (Café) 東京' : 'Goodword',
}))
/** How many of them go on one page. */
const ON_A4 = 12

/** Each page's own drawing, in millimetres from the upper left corner of its paper. */
const drawingsOf = (pdf: Buffer): string[] => {
  const drawings: string[] = []
  for (let at = pdf.indexOf('\nstream\n'); at > 0; at = pdf.indexOf('\nstream\n', at + 1)) {
    if (!pdf.subarray(pdf.lastIndexOf(' obj\n', at), at).includes('/FlateDecode')) continue
    const stream = inflateSync(pdf.subarray(at + 8, pdf.indexOf('\nendstream', at))).toString('latin1')
    if (/ re\n/.test(stream)) drawings.push(stream)
  }
  return drawings
}
const NUMBERS = String.raw`([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)`
/** Upside down, because `photograph` has its `y` grow upwards: so do the marks. */
const squaresOf = (drawing: string): Square[] =>
  [...drawing.matchAll(new RegExp(`${NUMBERS} re`, 'g'))].map(([, ...numbers]) => {
    const [x, y, width, height] = numbers.map(Number) as [number, number, number, number]
    return { x, y: -y - height, width, height }
  })
const marksOf = (drawing: string): number[][] =>
  [...drawing.matchAll(/([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l\n[^]*?S\n/g)].map(([, ...numbers]) => {
    const [fromX, fromY, toX, toY] = numbers.map(Number) as [number, number, number, number]
    return [fromX, -fromY, toX, -toY]
  })
/** A slug as a PDF reader returns it: its letters are so far apart that each is taken for a word. */
const spaced = (slug: string): string => [...slug].join(' ')
const read = (picture: Picture): string | undefined =>
  jsqr.default(toRgba(picture), picture.width, picture.height)?.data

/** Where each sticker is cut, by its crop marks alone: those of a side stand outside of it. */
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
  let pdf: Buffer
  let drawings: string[]
  beforeAll(async () => {
    pdf = await drawSheets('Review codes', paper, codes)
    drawings = drawingsOf(pdf)
  })

  test('is read back, code by code', () => {
    const seen = drawings.flatMap((drawing) => {
      const squares = squaresOf(drawing)
      return stickersOf(drawing).map((sticker) => read(photograph(squares, sticker, 8)))
    })
    expect(seen).toEqual(codes.map(({ url }) => url))
  })

  test('has every mark on the paper, and nothing outside of it', async () => {
    const { widthMm, heightMm } = PAPERS[paper]
    const { view } = await (await openPdf(pdf)).getPage(1)
    expect(view.map((points) => points.toFixed(3))).toEqual(
      [0, 0, (widthMm * 72) / 25.4, (heightMm * 72) / 25.4].map((points) => points.toFixed(3)),
    )
    expect(drawings.flatMap(marksOf)).toHaveLength(codes.length * 8)
    for (const drawing of drawings) {
      for (const [fromX, fromY, toX, toY] of marksOf(drawing)) {
        expect(Math.min(fromX!, toX!)).toBeGreaterThan(3)
        expect(Math.max(fromY!, toY!)).toBeLessThan(-3)
        expect(Math.max(fromX!, toX!)).toBeLessThan(widthMm - 3)
        expect(Math.min(fromY!, toY!)).toBeGreaterThan(3 - heightMm)
      }
    }
  })

  test('leaves four modules of white around each code, and says its name and slug below', async () => {
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
    expect((await wordsOf(pdf)).slice(0, 8)).toEqual([
      'Goodword',
      spaced(codes[0]!.slug),
      'Goodword',
      spaced(codes[1]!.slug),
      'Goodword',
      spaced(codes[2]!.slug),
      'Ātea (Café)',
      spaced(codes[3]!.slug),
    ])
  })

  test('carries the letters it uses, so that no print shop has to have the font', () => {
    const file = pdf.toString('latin1')
    expect(file.match(/\/Subtype \/Type0/g)).toHaveLength(1)
    expect(file.match(/\/FontFile2 /g)).toHaveLength(1)
    expect(pdf.length).toBeLessThan(60_000)
  })

  test('is printed in black ink alone', () => {
    for (const drawing of drawings) expect(drawing).not.toMatch(/^(?:.* )?(?:cs|scn?|rg|k|g)$/im)
  })

  test('is a file that a reader opens, with each object where its table says', async () => {
    const file = await openPdf(pdf)
    expect(file.numPages).toBe(2)
    expect(drawings).toHaveLength(2)
    const { info } = await file.getMetadata()
    expect(info).toMatchObject({ Title: 'Review codes', Producer: 'Goodword', PDFFormatVersion: '1.7' })

    const words = pdf.toString('latin1')
    const [, table = ''] = /xref\n0 \d+\n0{10} 65535 f \n([^]*?)trailer/.exec(words)!
    const offsets = [...table.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
    expect(offsets.length).toBeGreaterThan(2 * drawings.length)
    offsets.forEach((offset, index) =>
      expect(words.slice(offset, offset + 20)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)),
    )
  })
})

test('between two pages other work of the process has its turn', async () => {
  let turn = 0
  let next: NodeJS.Immediate
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  next = setImmediate(count)
  const drawnIn: number[] = []
  const watched = Array.from({ length: 3 * ON_A4 }, () => ({
    ...codes[0]!,
    get url() {
      drawnIn.push(turn)
      return codes[0]!.url
    },
  }))
  await drawSheets('Several', 'A4', watched).finally(() => clearImmediate(next))
  const pages = [0, 1, 2].map((page) => new Set(drawnIn.slice(page * ON_A4, (page + 1) * ON_A4)))
  expect(drawnIn).toHaveLength(3 * ON_A4)
  expect(pages[1]).not.toEqual(pages[0])
  expect(pages[2]).not.toEqual(pages[1])
})

describe('a printed code', () => {
  let clear: Picture
  beforeAll(async () => {
    const drawing = drawingsOf(await drawSheets('One', 'A4', codes.slice(0, 1)))[0]!
    clear = photograph(squaresOf(drawing), stickersOf(drawing)[0]!, 8)
  })
  const { url } = codes[0]!

  test.each([1, 2, 3])('is read out of focus, by %i pixels of a module of eight', (radius) => {
    expect(read(blur(clear, radius))).toBe(url)
  })

  test.each([7, 30, 90, 171, 180, 255])('is read turned by %i degrees', (degrees) => {
    expect(read(turn(clear, degrees))).toBe(url)
    expect(read(blur(turn(clear, degrees), 2))).toBe(url)
  })

  test('has a name that ends where the code ends, however long it is', async () => {
    const printed = async (name: string) =>
      (await wordsOf(await drawSheets('One', 'A4', [{ ...codes[0]!, name }])))[0]
    expect(await printed('Fremantle Harbour Electrical Contractors and Sons (Western Australia)')).toMatch(
      /^Fremantle Harbour [A-Za-z]*…$/,
    )
    expect(await printed('東京')).toBe('Goodword')
  })

  test.each([
    ['Ngā Tāngata Whānau', 'Ngā Tāngata Whānau'],
    ['Łódź & Žižkov Ţepeş', 'Łódź & Žižkov Tepeş'],
    ['Nguyễn Smørrebrød', 'Nguyen Smørrebrød'],
    ['O’Brien “Øl” €', 'O’Brien “Øl” €'],
  ])('of %s says %s', async (name, words) => {
    expect((await wordsOf(await drawSheets('One', 'A4', [{ ...codes[0]!, name }])))[0]).toBe(words)
  })

  test('is read with a scratch across it', () => {
    expect(read(scratch(clear, 0.42, 0.48))).toBe(url)
  })
})
