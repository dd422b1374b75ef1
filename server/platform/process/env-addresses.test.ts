import { expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { EnvError, readEnv } from './env.ts'

const faultsOf = (given: Record<string, string>): string[] => {
  try {
    readEnv({ ...LIVE_SETTINGS, ALLOW_PLAINTEXT_DATABASE: 'yes', ...given })
    return []
  } catch (thrown) {
    if (!(thrown instanceof EnvError)) throw thrown
    return thrown.faults
  }
}

test.each([
  'smtps://mailer:pa/ss@mail.example.com',
  'smtps://mailer:pa#ss@mail.example.com',
  'smtps://mailer:12/ss@mail.example.com',
  'smtps://mailer:12#ss@mail.example.com',
  'smtp://mail.example.com:notaport',
  'smtp://:465',
])('a mail server that cannot be read is refused, and its password is not shown: %s', (SMTP_URL) => {
  expect(faultsOf({ SMTP_URL })).toEqual([
    'SMTP_URL must look like smtps://user:password@host:465, in whose password / @ : # are written %2F %40 %3A %23',
  ])
})

test.each([
  'smtps://mail.example.com',
  'smtps://mail.example.com/',
  'smtp://mailer%40example.com:pa%2Fss%40%3A%23@mail.example.com:587',
  'smtps://mailer:p@ss@mail.example.com?pool=true',
  'smtp://[::1]:2525',
])('a mail server may be %s', (SMTP_URL) => {
  expect(faultsOf({ SMTP_URL })).toEqual([])
})
