import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ smtpPort: 0 })
})
afterAll(() => sandbox.close())

const send = (mail: object) =>
  createTransport({ host: '127.0.0.1', port: sandbox.smtpPort!, secure: false }).sendMail({
    from: 'Goodword <no-reply@goodword.example>',
    to: 'jo@example.com',
    ...mail,
  })

test('a mail is kept with its subject and its text as they were written', async () => {
  const subject = 'Réserves: your funds are low — 3,20 €, naïvely long enough to be folded over several lines'
  const text = 'Kia ora Zoë,\n\n.a line that begins with a dot\nand one with = and 👍'
  await send({ to: ['jo@example.com', 'büro@example.com'], subject, text })
  expect(sandbox.mails()[0]).toEqual({
    from: 'no-reply@goodword.example',
    fromName: 'Goodword',
    to: ['jo@example.com', expect.stringContaining('@example.com')],
    subject,
    text,
    receivedAt: expect.any(String) as string,
  })
  const page = await fetch(`${sandbox.url}/mail`)
  expect(await page.text()).toContain('Kia ora Zoë')
})

test('the newest mail is the first of the list', async () => {
  await send({ subject: 'one', text: 'first' })
  await send({ subject: 'two', text: 'second' })
  expect(sandbox.mails().map(({ subject }) => subject)).toEqual(['two', 'one', expect.any(String)])
})

test('its addresses can be pressed, nothing else in it is markup, and its time is the reader’s', async () => {
  const text =
    'Show them: http://localhost:3000/dashboard?tab=activity&view=mend\n' +
    'See (https://goodword.example/n/x/letter). <b onload="x">http://a.example/"><script>y</script> javascript:z'
  await send({ subject: '<i>Hello</i>', text })
  const page = await (await fetch(`${sandbox.url}/mail`)).text()
  const link = (address: string) => `<a href="${address}" target="_blank" rel="noopener">${address}</a>`
  expect(page).toContain(`Show them: ${link('http://localhost:3000/dashboard?tab=activity&#38;view=mend')}`)
  expect(page).toContain(`See (${link('https://goodword.example/n/x/letter')}). &#60;b`)
  expect(page).toContain(`${link('http://a.example/')}&#34;&#62;&#60;script&#62;`)
  expect(page.match(/<script/g)).toEqual(['<script'])
  expect(page).not.toMatch(/<(i|b)[ >]|href="javascript/)
  expect(page).toContain(`<time datetime="${sandbox.mails()[0]!.receivedAt}">`)
  expect(await (await fetch(`${sandbox.url}/console/mail.js`)).text()).toContain('datetime')
})
