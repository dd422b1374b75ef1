import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { EXAMPLE_COMPANY } from '../../platform/process/env-sandbox.ts'
import { checkLegalPages } from './check-legal-pages.ts'

const stub = useStub()
const company = { COMPANY_NAME: 'Jo Texts', COMPANY_ADDRESS: '1 High St', COMPANY_EMAIL: 'jo@texts.example' }
const check = (settings: Partial<Parameters<typeof checkLegalPages>[0]> = {}) =>
  checkLegalPages({ GOODWORD_MODE: 'live', PUBLIC_URL: stub.url, ...company, ...settings })
const showing = (page: string) => {
  stub.answer = () => ({ text: `<main>${page}</main>` })
}

test('pages without a blank are in order', async () => {
  showing('<p>Goodword is run by Jo Texts.</p>')
  expect(await check()).toMatchObject({ state: 'ok' })
  expect(stub.calls.map(({ path }) => path).toSorted()).toEqual(['/welcome/privacy/', '/welcome/terms/'])
})

test('in live mode each blank is named once, and is wrong', async () => {
  showing(
    '<p class="draft">Draft</p><mark>[company name: to be filled in]</mark><mark>[refund terms: to be filled in]</mark>',
  )
  expect(await check({ COMPANY_NAME: undefined })).toMatchObject({
    state: 'WRONG',
    words:
      'to fill in before customers come: COMPANY_NAME; refund terms; ' +
      'the review by a lawyer (or pages of your own: PRIVACY_URL, TERMS_URL)',
  })
})

test('pages of the operator’s own are looked at in place of ours', async () => {
  showing('<p>What my lawyer wrote.</p>')
  const own = { PRIVACY_URL: `${stub.url}/privacy`, TERMS_URL: `${stub.url}/terms` }
  expect(await check(own)).toMatchObject({ state: 'ok' })
  expect(stub.calls.map(({ path }) => path).toSorted()).toEqual(['/privacy', '/terms'])
  stub.answer = () => ({ status: 404, text: 'nothing' })
  expect(await check(own)).toMatchObject({
    state: 'not checked',
    words: `${stub.url}/privacy does not show its page: is api running?`,
  })
})

test('in the sandbox blanks are named, and are no fault', async () => {
  showing('<mark>[governing law and courts: to be filled in]</mark>')
  expect(await check({ GOODWORD_MODE: 'sandbox' })).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('governing law and courts'),
  })
})

test('a sandbox’s example company is still to be filled in', async () => {
  showing('<p>Goodword is run by an example.</p>')
  expect(await check({ GOODWORD_MODE: 'sandbox', ...EXAMPLE_COMPANY })).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('COMPANY_NAME; COMPANY_ADDRESS; COMPANY_EMAIL'),
  })
})

test('a setting that is missing is known also while api is not running', async () => {
  stub.answer = () => 'reset'
  expect(await check({ COMPANY_EMAIL: undefined })).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('COMPANY_EMAIL'),
  })
  expect(await check()).toMatchObject({ state: 'not checked' })
})
