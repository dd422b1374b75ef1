import { expect, test } from 'vitest'
import { leftOutInWords, readLeftOut } from './left-out.ts'

test('what either runner left out is said by its file and name, and for want of what', () => {
  const ofVitest = readLeftOut(
    {
      testResults: [
        {
          name: '/product/test/contract/a.test.ts',
          assertionResults: [
            { fullName: 'one', status: 'passed', meta: {} },
            { fullName: 'two', status: 'failed', meta: {} },
            { fullName: 'Its vendor says three', status: 'skipped', meta: { needs: 'a description' } },
            { fullName: 'Its vendor says four', status: 'pending', meta: { needs: 'a description' } },
          ],
        },
        {
          name: '/product/server/b.test.ts',
          assertionResults: [{ fullName: 'five', status: 'todo', meta: {} }],
        },
      ],
    },
    '/product',
  )
  const ofPlaywright = readLeftOut(
    {
      config: { rootDir: '/product/test/e2e' },
      suites: [
        {
          specs: [{ file: 'c.e2e.ts', title: 'six', tests: [{ status: 'expected' }] }],
          suites: [{ specs: [{ file: 'c.e2e.ts', title: 'seven', tests: [{ status: 'skipped' }] }] }],
        },
      ],
    },
    '/product',
  )
  expect(leftOutInWords([...ofVitest, ...ofPlaywright])).toEqual([
    '4 tests were left out:',
    '  test/contract/a.test.ts, without a description:',
    '    Its vendor says three',
    '    Its vendor says four',
    '  server/b.test.ts:',
    '    five',
    '  test/e2e/c.e2e.ts:',
    '    seven',
  ])
})

test('where none was, nothing is said', () => {
  const report = {
    testResults: [{ name: '/a.test.ts', assertionResults: [{ fullName: 'a', status: 'passed' }] }],
  }
  expect(leftOutInWords(readLeftOut(report, '/'))).toEqual([])
})
