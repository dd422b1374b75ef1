import { deflateSync } from 'node:zlib'

/** `drawing` is in PDF's own drawing language, with millimetres from the lower left corner as its unit. */
export type PdfPage = { widthMm: number; heightMm: number; drawing: string }

const POINTS_PER_MM = 72 / 25.4
const FIRST_PAGE = 4

/** A document of shapes alone: words are shapes as well, so that it needs no font. ISO 32000-1. */
export const encodePdf = (title: string, pages: PdfPage[]): Buffer => {
  const kids = pages.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`)
  const objects: Buffer[] = [
    text('<< /Type /Catalog /Pages 2 0 R >>'),
    text(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`),
    text(`<< /Title ${pdfString(title)} /Producer (Goodword) >>`),
    ...pages.flatMap((page, index) => [pageObject(page, FIRST_PAGE + 2 * index + 1), contentOf(page)]),
  ]
  return assemble(objects)
}

/** A string as a document writes it; characters outside of Latin-1 cannot be in it. */
const pdfString = (words: string): string => `(${words.replace(/[\\()]/g, String.raw`\$&`)})`

const text = (words: string): Buffer => Buffer.from(words, 'latin1')

const points = (mm: number): string => (mm * POINTS_PER_MM).toFixed(3)

const pageObject = ({ widthMm, heightMm }: PdfPage, content: number): Buffer =>
  text(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] ` +
      `/Resources << >> /Contents ${content} 0 R >>`,
  )

const contentOf = ({ drawing }: PdfPage): Buffer => {
  const scale = POINTS_PER_MM.toFixed(6)
  const stream = deflateSync(text(`${scale} 0 0 ${scale} 0 0 cm\n${drawing}`))
  return Buffer.concat([
    text(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
    stream,
    text('\nendstream'),
  ])
}

/** Numbers the objects from 1 and tells at the end at which byte each begins. */
const assemble = (objects: Buffer[]): Buffer => {
  // The second line has bytes above 127, so that nothing on the way takes the file for text.
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]!.length
  const offsets = objects.map((object, index) => {
    const offset = length
    const part = Buffer.concat([text(`${index + 1} 0 obj\n`), object, text('\nendobj\n')])
    parts.push(part)
    length += part.length
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    text(
      `xref\n0 ${count}\n0000000000 65535 f \n${entries}` +
        `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
