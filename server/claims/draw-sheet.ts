import { encodePdf } from '../platform/pdf.ts'
import { codeModules, QUIET_MODULES } from './draw-code.ts'
import { canDraw, drawWords, widthOfWords } from './draw-words.ts'

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
const SLUG = { sizeMm: 2.6, baseline: 4.4, spacing: 120 }

/** Sheets to print and cut: each code with its quiet zone, the name and the slug in small type, and crop marks. */
export const drawSheets = (title: string, paper: Paper, codes: PrintedCode[]): Buffer => {
  const { widthMm, heightMm } = PAPERS[paper]
  const columns = fitting(widthMm, STICKER.width)
  const rows = fitting(heightMm, STICKER.height)
  const left = (widthMm - columns * (STICKER.width + GUTTER) + GUTTER) / 2
  const bottom = (heightMm - rows * (STICKER.height + GUTTER) + GUTTER) / 2
  const pages = []
  for (let first = 0; first < codes.length; first += columns * rows) {
    const stickers = codes.slice(first, first + columns * rows).map((code, index) => {
      const x = left + (index % columns) * (STICKER.width + GUTTER)
      const y = bottom + (rows - 1 - Math.floor(index / columns)) * (STICKER.height + GUTTER)
      return drawSticker(code, x, y)
    })
    pages.push({ widthMm, heightMm, drawing: `0 g 0 G ${MARK.thickness} w\n${stickers.join('\n')}` })
  }
  return encodePdf(title, pages)
}

const fitting = (room: number, size: number): number =>
  Math.floor((room - 2 * MARGIN + GUTTER) / (size + GUTTER))

const drawSticker = (code: PrintedCode, x: number, y: number): string => {
  const { size, runs } = codeModules(code.url)
  const module = CODE_SIDE / (size + 2 * QUIET_MODULES)
  const quiet = QUIET_MODULES * module
  const codeLeft = x + (STICKER.width - CODE_SIDE) / 2 + quiet
  const codeTop = y + STICKER.height - 2 - quiet
  const squares = runs.map(
    (run) =>
      `${mm(codeLeft + run.x * module)} ${mm(codeTop - (run.y + 1) * module)} ` +
      `${mm(run.length * module)} ${mm(module)} re`,
  )
  return [
    `${squares.join('\n')}\nf`,
    drawWords({ ...NAME, words: nameToPrint(code.name, size * module), x: codeLeft, y: y + NAME.baseline }),
    drawWords({ ...SLUG, words: code.slug, x: codeLeft, y: y + SLUG.baseline }),
    ...cropMarks(x, y),
  ].join('\n')
}

/** Two short lines at each corner, outside of what is cut. */
const cropMarks = (x: number, y: number): string[] =>
  [x, x + STICKER.width].flatMap((edgeX) =>
    [y, y + STICKER.height].flatMap((edgeY) => {
      const outX = edgeX === x ? -1 : 1
      const outY = edgeY === y ? -1 : 1
      return [
        line(edgeX + outX * MARK.from, edgeY, edgeX + outX * (MARK.from + MARK.length), edgeY),
        line(edgeX, edgeY + outY * MARK.from, edgeX, edgeY + outY * (MARK.from + MARK.length)),
      ]
    }),
  )

const line = (fromX: number, fromY: number, toX: number, toY: number): string =>
  `${mm(fromX)} ${mm(fromY)} m ${mm(toX)} ${mm(toY)} l S`

const mm = (value: number): string => value.toFixed(4)

/** What we have letters for, as far as it goes below the code: other accents go, and what is left may not be empty. */
const nameToPrint = (name: string, roomMm: number): string => {
  const known = [...name.normalize('NFC')]
    .map((letter) => (canDraw(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .filter(canDraw)
    .join('')
    .trim()
  const whole = known || 'Goodword'
  if (widthOfWords(whole, NAME.sizeMm) <= roomMm) return whole
  const letters = [...whole]
  while (widthOfWords(`${letters.join('')}…`, NAME.sizeMm) > roomMm) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
