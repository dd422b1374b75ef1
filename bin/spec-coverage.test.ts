import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPassed, readProofs, unproved, unwritten } from './spec-coverage.ts'

const ROOT = join(import.meta.dirname, '..')
const proofs = readProofs(readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8'))

test('every behaviour that was asked for names a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(90)
  expect(unwritten(proofs, ROOT)).toEqual([])
})

test('every section of the specification has its rows, numbered without a gap', () => {
  const rows = [...new Set(proofs.map(({ row }) => row))]
  const sections = [...new Set(rows.map((row) => row.split('.')[0]))]
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  for (const section of sections) {
    const own = rows.filter((row) => row.startsWith(`${section}.`))
    expect(own).toEqual(own.map((_, index) => `${section}.${index + 1}`))
  }
})

test('a test that failed, was left out or has another name proves nothing', () => {
  const claims = readProofs(
    [
      '| 1.1 | a | `web/a.test.ts` › adds %i and %i (twice) |',
      '| 1.2 | b | `test/e2e/b.e2e.ts` › leads from ${address} on<br>`test/e2e/b.e2e.ts` › never ran |',
      '| 1.3 | c | `web/a.test.ts` › fails |',
    ].join('\n'),
  )
  const passed = [
    ...readPassed(
      {
        testResults: [
          {
            name: '/root/web/a.test.ts',
            assertionResults: [
              { title: 'adds 1 and 2 (twice)', status: 'passed' },
              { title: 'fails', status: 'failed' },
            ],
          },
        ],
      },
      '/root',
    ),
    ...readPassed(
      {
        config: { rootDir: '/root/test/e2e' },
        suites: [
          {
            file: 'b.e2e.ts',
            specs: [],
            suites: [{ file: 'b.e2e.ts', specs: [{ title: 'leads from /x on', ok: true }] }],
          },
        ],
      },
      '/root',
    ),
  ]
  expect(unproved(claims, passed).map(({ row, title }) => `${row} ${title}`)).toEqual([
    '1.2 never ran',
    '1.3 fails',
  ])
})
