import { expect, test } from 'vitest'
import { checkShortCode } from './check-short-code.ts'

test('a short code by itself is said to get no answers from Twilio, with what to do', () => {
  expect(checkShortCode('12345')).toMatchObject({
    name: 'STOP answers',
    state: 'not checked',
    words: expect.stringMatching(/neither STOP nor HELP to 12345.*TWILIO_MESSAGING_SERVICE_SID/),
  })
})

test.each(['+61480000000', 'MG00000000000000000000000000000001', 'Goodword'])(
  'of %s nothing is said',
  (sender) => {
    expect(checkShortCode(sender)).toBeUndefined()
  },
)
