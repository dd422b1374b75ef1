import { expect, test } from 'vitest'
import { currency, sender } from './env-values.ts'

test.each(['+61480000000', '12345', '123456', 'Goodword', 'A-1 Works'])('%s may be a sender', (text) => {
  expect(sender.parse(text)).toBe(text)
})

test.each(['0480 000 001', '0480000001', '+61 480 000 000', 'Whitlock Electrical', '1'])(
  '%s is no sender',
  (text) => {
    expect(sender.safeParse(text).error?.issues).toMatchObject([
      { message: expect.stringMatching(/^must be a number in international form/) as string },
    ])
  },
)

test.each(['AUD', 'NZD', 'GBP', 'USD', 'EUR'])('money may be %s', (text) => {
  expect(currency.parse(text)).toBe(text)
})

test.each(['JPY', 'KWD', 'ISK', 'ABC', 'aud', 'A', ''])(
  'money is counted in cents, so it cannot be %s',
  (text) => {
    expect(currency.safeParse(text).error?.issues).toMatchObject([
      { message: 'must be the code of a currency with two decimals, like AUD' },
    ])
  },
)
