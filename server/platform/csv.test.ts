import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a line has its cells parted by commas, quoted where they must be, and ends as Excel expects', () => {
  expect(csvLine(['Ann "Annie" Lee', 'a,b', 'two\nlines', '', 'plain'])).toBe(
    '"Ann ""Annie"" Lee","a,b","two\nlines",,plain\r\n',
  )
})

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@cmd',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  '+61 cmd|x',
])('a cell that a spreadsheet would run is text: %j', (cell) => {
  expect(csvLine([cell])).toMatch(/^"?'/)
})

test.each(['-0.18', '20.00', '+61 412 555 018', '2026-11-20 10:56'])('a number stays one: %s', (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`)
})
