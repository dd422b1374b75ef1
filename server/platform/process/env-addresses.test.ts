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

const DATABASES = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'BACKUP_VERIFY_DATABASE_URL']

test.each(
  DATABASES.flatMap((name) =>
    [
      'postgres://goodword_app:p/w@127.0.0.1/goodword',
      'postgres://goodword_app:p#w@127.0.0.1/goodword',
      'postgres://goodword_app:1/w@127.0.0.1/goodword',
      'postgres://db.example:notaport/goodword',
    ].map((url) => [name, url] as const),
  ),
)('a database that cannot be read is refused, and its password is not shown: %s=%s', (name, url) => {
  expect(faultsOf({ [name]: url })).toEqual([
    `${name} must look like postgres://user:password@host:5432/database, in whose password / @ : # are written %2F %40 %3A %23`,
  ])
})

test.each(
  DATABASES.flatMap((name) =>
    [
      'postgres://goodword_app:p%2Fw@127.0.0.1:5432/goodword?sslmode=verify-full',
      'postgresql://goodword_app:p@w%zz@db.example/goodword',
      'postgres://goodword:secret@%2Fvar%2Frun%2Fpostgresql/goodword',
      'postgres://goodword@/goodword?host=/var/run/postgresql',
      'postgres:///goodword?host=/var/run/postgresql&user=me@server',
      'postgres://unused',
    ].map((url) => [name, url] as const),
  ),
)('a database may be %s=%s', (name, url) => {
  expect(faultsOf({ [name]: url })).toEqual([])
})

test.each(['hello@example.com', ' Goodword <hello@example.com> ', '"Goodword @ home" <hello@example.com>'])(
  'mails may come from %s',
  (MAIL_FROM) => {
    expect(faultsOf({ MAIL_FROM })).toEqual([])
  },
)

test.each(['Goodword team', 'Goodword <hello>', 'Goodword hello@example.com', '<hello@example.com'])(
  'mails do not go out without a sender: %s',
  (MAIL_FROM) => {
    expect(faultsOf({ MAIL_FROM })).toEqual([
      'MAIL_FROM must have an address, like Goodword <hello@example.com>',
    ])
  },
)
