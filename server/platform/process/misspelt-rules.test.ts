import { expect, test } from 'vitest'
import { SETTINGS } from './env.ts'
import { misspeltAmong } from './misspelt-rules.ts'

test.each([
  ['SMS_PRICE', 'SMS_PRICES'],
  ['BACKUP_T0', 'BACKUP_TO'],
  ['SMTP_ULR_FILE', 'SMTP_URL_FILE'],
  ['BACKUP_VERIFY_IDENTIY_FLE', 'BACKUP_VERIFY_IDENTITY_FILE'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['KEEP_CUSTOMER_MONTH', 'KEEP_CUSTOMERS_MONTHS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  // Another word is no slip of the pen.
  ['BACKUP_HOST', undefined],
  ['TWILIO_FORMAT', undefined],
  ['Sentry_DSN', undefined],
  ['HOSTS', undefined],
  ['BACKUP_FOLDER', undefined],
  ['GOODWORD_ENV', undefined],
  ['NODE_OPTIONS', undefined],
  ['SMS_PRICES_FILE', undefined],
])('%s is taken for %s', (name, meant) => {
  expect(misspeltAmong([name, 'PATH', 'PORT'], SETTINGS)).toEqual(
    meant === undefined ? [] : [{ name, meant }],
  )
})

test('what is near a setting that is given as well is left alone', () => {
  expect(misspeltAmong(['SMS_PRICE', 'SMS_PRICES'], SETTINGS)).toEqual([])
  expect(misspeltAmong(['SMS_PRICES_FIL', 'SMS_PRICES'], SETTINGS)).toEqual([])
})
