import { expect, test } from 'vitest'
import { openPdf, wordsOf } from '../../../test/support/pdf-words.ts'
import { drawReceipt, type Receipt } from './draw-receipt.ts'

const receipt: Receipt = {
  number: 'GW-012345-6789AB',
  day: '2026-11-22',
  seller: {
    name: 'Jo Texts Pty Ltd',
    address: '1 High St, Hobart TAS 7000',
    taxNumber: 'ABN 51 824 753 556',
    taxes: [],
  },
  tax: { name: 'GST', thousandths: 10_000 },
  buyer: 'Ngā Tāngata (Café) Ltd',
  currency: 'AUD',
  cents: 5_000,
  card: null,
  reversals: [],
}
const words = async (changed: Partial<Receipt> = {}, isLive = true) =>
  (await wordsOf(await drawReceipt({ ...receipt, ...changed }, isLive)))
    .filter((piece) => piece.trim())
    .join(' | ')

test('a tax invoice says who, to whom, when, what, how much, and the tax within', async () => {
  expect(await words()).toBe(
    [
      'Tax invoice',
      'Tax invoice no. | GW-012345-6789AB',
      'Date | 22 November 2026',
      'Seller | Jo Texts Pty Ltd | 1 High St, Hobart TAS 7000 | ABN 51 824 753 556',
      'Buyer | Ngā Tāngata (Café) Ltd',
      'Prepaid SMS funds | AUD 50.00',
      'Total, including GST | AUD 50.00',
      'GST 10% included | AUD 4.55',
      'Net of GST | AUD 45.45',
      'Paid by card. All amounts are in AUD.',
    ].join(' | '),
  )
})

test('without tax it is a receipt, and says nothing of tax', async () => {
  const said = await words({ tax: undefined, card: 'Visa ending 4242' })
  expect(said).toContain('Receipt no.')
  expect(said).toContain('Paid by card (Visa ending 4242). All amounts are in AUD.')
  expect(said).not.toMatch(/tax invoice|GST|net/i)
})

test('what was refunded or taken back is said with its day, and what is left with its tax', async () => {
  const said = await words({
    reversals: [
      { kind: 'refund', day: '2026-12-03', cents: -1_000 },
      { kind: 'dispute', day: '2026-12-04', cents: -500 },
      { kind: 'reinstate', day: '2026-12-09', cents: 500 },
    ],
  })
  expect(said).toContain(
    [
      'Net of GST | AUD 45.45',
      'Refunded to the card, 3 December 2026 | -AUD 10.00',
      'Taken back by the bank, 4 December 2026 | -AUD 5.00',
      'Given back from a refund or dispute, 9 December 2026 | AUD 5.00',
      'Left of this payment | AUD 40.00',
      'GST 10% included | AUD 3.64',
      'Net of GST | AUD 36.36',
      'Paid by card',
    ].join(' | '),
  )
})

test('one of the sandbox says that no money was paid', async () => {
  expect(await words({}, false)).toContain('Made in the sandbox: no money was paid.')
  expect(await words()).not.toContain('sandbox')
})

test('it is one page, whatever the names are', async () => {
  const file = await openPdf(
    await drawReceipt(
      {
        ...receipt,
        buyer: 'Fremantle Harbour Electrical Contractors and Sons (Western Australia) '.repeat(3),
        seller: { ...receipt.seller, address: '1 A Very Long Street Name, '.repeat(10) },
      },
      true,
    ),
  )
  expect(file.numPages).toBe(1)
  const { info } = await file.getMetadata()
  expect(info).toMatchObject({ Title: 'Tax invoice GW-012345-6789AB', PDFFormatVersion: '1.7' })
})
