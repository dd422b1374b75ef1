import { spawnSync } from 'node:child_process'
import { dirname, delimiter, join } from 'node:path'
import { expect, test } from 'vitest'

test('every package fits the Node that comes with the product', () => {
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--offline', '--engine-strict', '--ignore-scripts'],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
      shell: process.platform === 'win32',
      encoding: 'utf8',
    },
  )
  expect(stderr).not.toContain('EBADENGINE')
  expect(status).toBe(0)
})
