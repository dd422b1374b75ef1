import { expect, test } from 'vitest'
import { checkTax } from './check-tax.ts'

const all = {
  COMPANY_NAME: 'Jo Texts',
  COMPANY_ADDRESS: '1 High St',
  COMPANY_TAX_NUMBER: 'ABN 51 824 753 556',
  COMPANY_TAX: [
    { name: 'GST', thousandths: 10_000, from: '' },
    { name: 'GST', thousandths: 12_500, from: '2028-07-01' },
  ],
}

test('what is included is said, with its days', () => {
  expect(checkTax(all)).toMatchObject({
    state: 'ok',
    words: 'GST 10%, GST 12.5% from 2028-07-01 is included in top-ups',
  })
})

test('an installation without tax is in order', () => {
  expect(checkTax({ ...all, COMPANY_TAX_NUMBER: undefined, COMPANY_TAX: undefined })).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('receipts without tax'),
  })
})

test.each(Object.keys(all))('without %s it is half set, and wrong', (name) => {
  expect(checkTax({ ...all, [name]: undefined })).toMatchObject({
    state: 'WRONG',
    words: `half set, so top-ups have receipts without tax; missing: ${name}`,
  })
})
