import { expect, test, vi } from 'vitest'
import { startOldPostgres } from '../../../test/support/old-postgres.ts'
import { checkStep } from './check-step.ts'
import { STEPS } from './questions.ts'

const stepWith = (name: string) => STEPS.find(({ questions }) => questions.some((one) => one.name === name))!

test('an address of the database that cannot be read is wrong, and asked for once more', async () => {
  const step = STEPS.find(({ check }) => check === 'database')!
  const DATABASE_URL = 'postgres://goodword:p/w@127.0.0.1/goodword'
  const checks = await checkStep(step, { DATABASE_URL, ALLOW_PLAINTEXT_DATABASE: 'yes' })
  expect(checks).toEqual([
    {
      state: 'WRONG',
      name: 'settings',
      words: expect.stringMatching(/^DATABASE_URL must look like postgres:.* %23$/) as string,
    },
  ])
})

const checkAddress = (DATABASE_URL: string) =>
  checkStep(stepWith('DATABASE_URL'), { DATABASE_URL, ALLOW_PLAINTEXT_DATABASE: 'yes' })

test('sslmode=require is taken for verify-full, without a warning of the driver’s', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  await checkAddress('postgres://goodword:secret@127.0.0.1:9/goodword?sslmode=require')
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

test('a certificate that is not there and a server that is too old are said in one line', async () => {
  expect(
    await checkAddress('postgres://a:b@127.0.0.1:9/c?sslmode=verify-full&sslrootcert=/none.pem'),
  ).toEqual([
    {
      state: 'WRONG',
      name: 'database',
      words:
        "The database's address names a file that cannot be read (ENOENT): /none.pem. Correct its sslrootcert, sslcert or sslkey.",
    },
  ])
  const old = await startOldPostgres()
  expect(await checkAddress(old.url)).toMatchObject([
    { state: 'WRONG', words: 'This PostgreSQL is older than 17: Goodword runs on PostgreSQL 17 and 18.' },
  ])
  await old.close()
})

test('a refused answer is asked for again in its own step, and hinders no other', async () => {
  const PUBLIC_URL = 'https://reviews.example.com'
  const left = {
    PUBLIC_URL,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    CURRENCY: 'JPY',
  }
  expect(await checkStep(stepWith('PUBLIC_URL'), left)).toEqual([])
  expect(await checkStep(stepWith('STRIPE_SECRET_KEY'), left)).toMatchObject([
    { state: 'WRONG', words: expect.stringMatching(/^STRIPE_SECRET_KEY /) as string },
  ])
  expect(await checkStep(stepWith('CURRENCY'), { ...left, SMS_PRICES: 'AU=9' })).toMatchObject([
    { state: 'WRONG', words: expect.stringMatching(/^CURRENCY /) as string },
  ])
})

test('so is what lies in a file that cannot be read, and a service that is none', async () => {
  const TWILIO = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN_FILE: '/nowhere/token' }
  const left = { PUBLIC_URL: 'https://reviews.example.com', ...TWILIO, TWILIO_MESSAGING_SERVICE_SID: 'SM1' }
  expect(await checkStep(stepWith('PUBLIC_URL'), left)).toEqual([])
  expect(await checkStep(stepWith('TWILIO_FROM'), left)).toMatchObject([
    { words: 'TWILIO_AUTH_TOKEN_FILE cannot be read (ENOENT): /nowhere/token' },
  ])
  const read = { ...left, TWILIO_AUTH_TOKEN_FILE: '', TWILIO_AUTH_TOKEN: 'token' }
  expect(await checkStep(stepWith('TWILIO_FROM'), read)).toMatchObject([
    { words: 'TWILIO_MESSAGING_SERVICE_SID must begin with MG' },
  ])
})

test('what is wrong in a setting that no step asks for ends it, in its own words', async () => {
  const values = { PUBLIC_URL: 'https://reviews.example.com', KEEP_TEXTS_MONTHS: 'long' }
  await expect(checkStep(stepWith('PUBLIC_URL'), values)).rejects.toThrow(/KEEP_TEXTS_MONTHS must be/)
})
