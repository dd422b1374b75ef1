import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { VendorFailure } from '../errors.ts'
import { logOptions } from './log.ts'

const base = useDatabase()

const written = (write: (log: pino.Logger) => void): string => {
  const lines: string[] = []
  write(pino(logOptions('test', 'trace'), { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('what names a person or a secret is cut, whoever logs it', () => {
  const line = written((log) =>
    log.info({ text: { phone: '+61420000000', body: 'Hi Sam' }, session: { token: 'secret-token' } }, 'sent'),
  )
  expect(line).toContain('sent')
  expect(line).not.toMatch(/61420000000|Hi Sam|secret-token/)
})

test.each([
  'phone',
  'email',
  'body',
  'text',
  'customerName',
  'customerPhone',
  'customerEmail',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'password',
  'secret',
])('%s is cut as a field of the line, and of what stands in it', (name) => {
  const bare = { [name]: 'Sam Green' }
  for (const beside of [bare, { of: bare }]) {
    const line = written((log) => log.info(beside, 'said'))
    expect(line).toContain(`"${name}":"[cut]"`)
    expect(line).not.toContain('Sam Green')
  }
})

test('a row that the database refuses does not reach the log', async () => {
  const refused = await sql`
    insert into businesses (name, currency, template, country) values ('Sam Green', 'AUD', 'Call +61420000000', 'x')`
    .execute(base.db)
    .catch((cause: unknown) => cause)
  const around = new VendorFailure('xero', 'rejected', 'x', 'failed', { cause: refused })
  const line = written((log) => {
    log.error({ err: refused }, 'refused')
    log.error({ err: around }, 'refused')
    log.error({ err: new Error('outer', { cause: around }) }, 'refused')
  })
  expect(line).toContain('businesses_country_check')
  expect(line).not.toMatch(/Sam Green|61420000000/)
})
