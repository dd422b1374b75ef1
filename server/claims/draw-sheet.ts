import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PdfDocument from 'pdfkit'
import { PRINT_FONT_FILE, printable, printFont } from '../platform/print-font.ts'
import { codeModules, QUIET_MODULES } from './draw-code.ts'

export const PAPERS = {
  A4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
}
export type Paper = keyof typeof PAPERS

export type PrintedCode = { slug: string; url: string; name: string }

/** One sticker as it is cut, and what lies around it. In millimetres. */
const STICKER = { width: 55, height: 60 }
const CODE_SIDE = 45
const GUTTER = 6
const MARGIN = 8
const MARK = { from: 1, length: 2, thickness: 0.1 }
const NAME = { sizeMm: 2.8, baseline: 8.2 }
// Far enough apart to be read off and typed, letter by letter.
const SLUG = { sizeMm: 2.6, baseline: 4.4, characterSpacing: 0.312 }
const POINTS_PER_MM = 72 / 25.4

/** Sheets to print and cut: each code with its quiet zone, the name and the slug in small type, and crop marks. */
export const drawSheets = async (title: string, paper: Paper, codes: PrintedCode[]): Promise<Buffer> => {
  const { widthMm, heightMm } = PAPERS[paper]
  const columns = fitting(widthMm, STICKER.width)
  const rows = fitting(heightMm, STICKER.height)
  const left = (widthMm - columns * (STICKER.width + GUTTER) + GUTTER) / 2
  const top = (heightMm - rows * (STICKER.height + GUTTER) + GUTTER) / 2
  const pdf = new PdfDocument({
    size: [widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    info: { Title: title, Producer: 'Goodword', Creator: 'Goodword' },
  })
  for (const [index, code] of codes.entries()) {
    const place = index % (columns * rows)
    // The process that draws acknowledges webhooks as well: between two pages it does.
    if (place === 0 && index > 0) await nextTurn()
    if (place === 0) pdf.addPage().scale(POINTS_PER_MM).lineWidth(MARK.thickness)
    const x = left + (place % columns) * (STICKER.width + GUTTER)
    const y = top + Math.floor(place / columns) * (STICKER.height + GUTTER)
    drawSticker(pdf, code, x, y)
  }
  pdf.end()
  return buffer(pdf)
}

const fitting = (room: number, size: number): number =>
  Math.floor((room - 2 * MARGIN + GUTTER) / (size + GUTTER))

/** In millimetres from the upper left corner of the paper, as everything here. */
const drawSticker = (pdf: Pdf, code: PrintedCode, x: number, y: number): void => {
  const { size, runs } = codeModules(code.url)
  const module = CODE_SIDE / (size + 2 * QUIET_MODULES)
  const quiet = QUIET_MODULES * module
  const codeLeft = x + (STICKER.width - CODE_SIDE) / 2 + quiet
  const codeTop = y + 2 + quiet
  for (const run of runs) {
    pdf.rect(codeLeft + run.x * module, codeTop + run.y * module, run.length * module, module)
  }
  // No colour is named anywhere: a page begins with black ink alone, not with a mixture of colours.
  pdf.fill()
  const bottom = y + STICKER.height
  drawWords(pdf, nameToPrint(code.name, size * module), codeLeft, bottom, NAME)
  drawWords(pdf, code.slug, codeLeft, bottom, SLUG)
  drawCropMarks(pdf, x, y)
}

type Pdf = InstanceType<typeof PdfDocument>
type Type = { sizeMm: number; baseline: number; characterSpacing?: number }

const drawWords = (pdf: Pdf, words: string, x: number, bottom: number, type: Type): void => {
  const { sizeMm, baseline, characterSpacing = 0 } = type
  pdf
    .font(PRINT_FONT_FILE)
    .fontSize(sizeMm)
    .text(words, x, bottom - baseline, { baseline: 'alphabetic', lineBreak: false, characterSpacing })
}

/** Two short lines at each corner, outside of what is cut. */
const drawCropMarks = (pdf: Pdf, x: number, y: number): void => {
  const { from, length } = MARK
  for (const [edgeX, outX] of [
    [x, -1],
    [x + STICKER.width, 1],
  ] as const) {
    for (const [edgeY, outY] of [
      [y, -1],
      [y + STICKER.height, 1],
    ] as const) {
      pdf
        .moveTo(edgeX + outX * from, edgeY)
        .lineTo(edgeX + outX * (from + length), edgeY)
        .stroke()
      pdf
        .moveTo(edgeX, edgeY + outY * from)
        .lineTo(edgeX, edgeY + outY * (from + length))
        .stroke()
    }
  }
}

/** What we have letters for, as far as it goes below the code; what is left may not be empty. */
const nameToPrint = (name: string, roomMm: number): string => {
  const font = printFont()
  const fits = (words: string) => (font.layout(words).advanceWidth * NAME.sizeMm) / font.unitsPerEm <= roomMm
  const whole = printable(name) || 'Goodword'
  if (fits(whole)) return whole
  const letters = [...whole]
  while (!fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
