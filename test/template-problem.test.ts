import { expect, test } from 'vitest'
import { checkTemplate } from '../server/texts/template-rules.ts'
import { plainProblem } from '../web/message-settings/message/template-rules.ts'

/** What is wrong with a message in every way that it can be, alone and together. */
const PARTS = ['Hi {firstName}', ' ', '{fristName}', '“Hi”', '\t', '\u200b', 'x'.repeat(201), ' '.repeat(201)]
const MESSAGES = PARTS.flatMap((one) => ['', ...PARTS].map((other) => one + other))

test('of several things wrong with a message, screen and server name the same one first [5.7] [8.5]', () => {
  for (const message of ['', ...MESSAGES]) {
    const check = checkTemplate(message)
    expect([message, plainProblem(message)]).toEqual([message, check.ok ? null : check.message])
  }
  expect(plainProblem('“Hi” {fristName}')).toMatch(/^Invalid character detected\./)
})
