import { expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { startRefusingPost } from '../../../test/support/refusing-post.ts'
import { readEnv } from '../../platform/process/env.ts'
import { PROBE_TIMEOUT_MS } from '../examine.ts'
import { closeVendors, openVendors } from '../open-vendors.ts'
import { vendorChecks } from './check-vendors.ts'

const checkMail = async (SMTP_URL: string, more: Record<string, string> = {}) => {
  const env = readEnv({ ...LIVE_SETTINGS, SMTP_URL, ...more })
  const vendors = openVendors(env, { timeoutMs: PROBE_TIMEOUT_MS })
  try {
    return await Promise.all(vendorChecks(env, vendors).mail())
  } finally {
    await closeVendors(vendors)
  }
}

test('a mail server without STARTTLS is called by its address, with what helps', async () => {
  const post = await startRefusingPost(550)
  expect(await checkMail(post.smtpUrl)).toMatchObject([
    {
      state: 'WRONG',
      words: `${post.smtpUrl} offers no STARTTLS, and nothing is handed over unencrypted: use smtps://, another port, or ALLOW_PLAINTEXT_MAIL=yes`,
    },
  ])
  expect(await checkMail(post.smtpUrl, { ALLOW_PLAINTEXT_MAIL: 'yes' })).toMatchObject([
    { state: 'ok', words: `${post.smtpUrl} takes our mails` },
  ])
  await post.close()
})

test('one that refuses our password, or is not there, is called by its address without the password', async () => {
  const post = await startRefusingPost(535)
  const shown = post.smtpUrl.replace(/us:wrong@/, '')
  expect(await checkMail(post.smtpUrl, { ALLOW_PLAINTEXT_MAIL: 'yes' })).toMatchObject([
    { words: `${shown} refuses us (configuration): check user and password in SMTP_URL` },
  ])
  await post.close()
  expect(await checkMail('smtps://us:secret@127.0.0.1:1')).toMatchObject([
    { words: expect.stringMatching(/^smtps:\/\/127\.0\.0\.1:1 gives no good answer/) as string },
  ])
})
