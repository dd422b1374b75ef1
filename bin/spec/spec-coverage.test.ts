import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOfTags, judgeProofs, readRan, readRows, readWritten } from './spec-coverage.ts'

const ROOT = join(import.meta.dirname, '../..')
const rows = readRows(readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8'))

test('every behaviour that was asked for has a test that carries its number, and every number has its row', () => {
  expect(rows.length).toBeGreaterThan(90)
  expect(faultsOfTags(rows, readWritten(ROOT))).toEqual([])
})

test('every section of the specification has its rows, numbered without a gap', () => {
  const numbers = rows.map(({ number }) => number)
  const sections = [...new Set(numbers.map((number) => number.split('.')[0]))]
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  for (const section of sections) {
    const own = numbers.filter((number) => number.startsWith(`${section}.`))
    expect(own).toEqual(own.map((_, index) => `${section}.${index + 1}`))
  }
})

test('a test that failed or was left out proves nothing, and neither does a number in the middle of a title', () => {
  const asked = readRows(
    ['| 1.1 | adds |', '| 1.2 | leads on |', '| 1.3 | holds |', '| 1.4 | is there |', '| 1.5 | a | b |'].join(
      '\n',
    ),
  )
  const ran = [
    ...readRan({
      testResults: [
        {
          assertionResults: [
            { title: 'adds 1 and 2 (twice) [1.1]', status: 'passed' },
            { title: 'adds 2 and 2 (twice) [1.1] [1.3]', status: 'failed' },
            { title: 'reads [1.4] of a list', status: 'passed' },
          ],
        },
      ],
    }),
    ...readRan({
      suites: [
        {
          specs: [{ title: 'is of no row [9.9]', tests: [{ status: 'expected' }] }],
          suites: [
            {
              specs: [
                { title: 'leads from /x on [1.2]', tests: [{ status: 'expected' }] },
                { title: 'leads from /y on [1.2]', tests: [{ status: 'skipped' }] },
              ],
            },
          ],
        },
      ],
    }),
  ]
  expect(judgeProofs(asked, ran)).toEqual({
    faults: [
      '1.4 has no test: is there',
      'docs/spec-coverage.md has no row 9.9: "is of no row [9.9]"',
      '1.1 is not proved: "adds 2 and 2 (twice) [1.1] [1.3]" did not pass.',
      '1.3 is not proved: "adds 2 and 2 (twice) [1.1] [1.3]" did not pass.',
      '1.2 is not proved: "leads from /y on [1.2]" did not pass.',
    ],
    passed: 3,
    all: 6,
  })
})
