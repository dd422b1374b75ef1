import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { BOLD_FONT_FILE, PRINT_FONT_FILE, printable } from '../../platform/print-font.ts'
import {
  amountWords,
  dayWords,
  percentWords,
  REVERSALS,
  splitTax,
  type Seller,
  type Tax,
} from './receipt-rules.ts'

export type Receipt = {
  number: string
  /** Of the buyer's calendar, `YYYY-MM-DD`. */
  day: string
  seller: Seller
  tax: Tax | undefined
  buyer: string
  currency: string
  cents: number
  /** Visa ending 4242, where it is known. */
  card: string | null
  /** What left or came back afterwards, signed as the funds saw it. */
  reversals: { kind: keyof typeof REVERSALS; day: string; cents: number }[]
}

type Pdf = InstanceType<typeof PdfDocument>

const MARGIN = 64
const SIZE = 10.5

/** One page of A4. `isLive` is whether real money was paid. */
export const drawReceipt = async (receipt: Receipt, isLive: boolean): Promise<Buffer> => {
  const title = receipt.tax ? 'Tax invoice' : 'Receipt'
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: `${title} ${receipt.number}`, Producer: 'Goodword', Creator: 'Goodword' },
  })
  bold(pdf, 24).text(title)
  plain(pdf).moveDown(1.2)
  drawPairs(pdf, factsOf(receipt, title))
  pdf.moveDown(1)
  drawAmounts(pdf, amountsOf(receipt))
  plain(pdf).moveDown(1.5)
  for (const words of notesOf(receipt, isLive)) pdf.text(words, MARGIN).moveDown(0.4)
  pdf.end()
  return buffer(pdf)
}

const factsOf = ({ seller, buyer, number, day }: Receipt, title: string): [string, string][] => {
  const { name, address, taxNumber } = seller
  const from = [name ?? 'Goodword', address, taxNumber].filter((words) => words !== undefined)
  return [
    [`${title} no.`, number],
    ['Date', dayWords(day)],
    ['Seller', from.map(printable).join('\n')],
    ['Buyer', buyer],
  ]
}

type Amount = { words: string; cents: string; isSum?: boolean }

const amountsOf = ({ tax, currency, cents, reversals }: Receipt): Amount[] => {
  const money = (amount: number) => amountWords(amount, currency)
  const withTax = (amount: number): Amount[] => {
    if (!tax) return []
    const { taxCents, netCents } = splitTax(amount, tax.thousandths)
    return [
      { words: `${tax.name} ${percentWords(tax.thousandths)} included`, cents: money(taxCents) },
      { words: `Net of ${tax.name}`, cents: money(netCents) },
    ]
  }
  const left = reversals.reduce((sum, reversal) => sum + reversal.cents, cents)
  return [
    { words: 'Prepaid SMS funds', cents: money(cents) },
    { words: `Total${tax ? `, including ${tax.name}` : ''}`, cents: money(cents), isSum: true },
    ...withTax(cents),
    ...reversals.map(({ kind, day, cents: moved }) => ({
      words: `${REVERSALS[kind]}, ${dayWords(day)}`,
      cents: money(moved),
    })),
    ...(reversals.length > 0
      ? [{ words: 'Left of this payment', cents: money(left), isSum: true }, ...withTax(left)]
      : []),
  ]
}

const notesOf = ({ card, currency }: Receipt, isLive: boolean): string[] => [
  `Paid by card${card ? ` (${printable(card)})` : ''}. All amounts are in ${currency}.`,
  ...(isLive ? [] : ['Made in the sandbox: no money was paid.']),
]

const plain = (pdf: Pdf): Pdf => pdf.font(PRINT_FONT_FILE).fontSize(SIZE)
const bold = (pdf: Pdf, size = SIZE): Pdf => pdf.font(BOLD_FONT_FILE).fontSize(size)

const LABEL_WIDTH = 110

const drawPairs = (pdf: Pdf, pairs: [string, string][]): void => {
  for (const [label, words] of pairs) {
    const top = pdf.y
    plain(pdf).text(label, MARGIN, top, { width: LABEL_WIDTH })
    bold(pdf).text(words, MARGIN + LABEL_WIDTH, top, { width: widthOf(pdf) - LABEL_WIDTH })
    pdf.moveDown(0.6)
  }
}

const AMOUNT_WIDTH = 120
const LINE_GAP = 8

/** A row for each, its amount at the right edge; a sum stands below a line. */
const drawAmounts = (pdf: Pdf, amounts: Amount[]): void => {
  for (const { words, cents, isSum = false } of amounts) {
    if (isSum) drawLine(pdf)
    const top = pdf.y
    const right = MARGIN + widthOf(pdf) - AMOUNT_WIDTH
    const draw = isSum ? bold(pdf) : plain(pdf)
    draw.text(words, MARGIN, top, { width: widthOf(pdf) - AMOUNT_WIDTH })
    const bottom = pdf.y
    draw.text(cents, right, top, { width: AMOUNT_WIDTH, align: 'right' })
    pdf.y = bottom + LINE_GAP
  }
}

const drawLine = (pdf: Pdf): void => {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + widthOf(pdf), pdf.y)
    .lineWidth(0.6)
    .stroke()
  pdf.y += LINE_GAP
}

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN
