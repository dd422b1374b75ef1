import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttp } from '../platform/http/http.ts'
import { createCookies } from './cookies.ts'

test('over TLS the cookies are bound to this very host', async () => {
  const publicUrl = 'https://goodword.example'
  const cookies = createCookies(publicUrl)
  const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl })
  app.get('/set', (request, reply) => {
    cookies.session.set(reply, 's'.repeat(43))
    return { browser: cookies.browser.ensure(request, reply), session: cookies.session.read(request) ?? null }
  })
  const first = await app.inject('/set')
  const lines = [first.headers['set-cookie']].flat()
  expect(lines[0]).toMatch(/^__Host-goodword-session=s{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(lines[1]).toMatch(/^__Host-goodword-browser=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(lines.join()).not.toMatch(/domain/i)

  const { browser } = first.json<{ browser: string }>()
  const cookie = `__Host-goodword-browser=${browser}; __Host-goodword-session=too-short; goodword-session=${'x'.repeat(43)}`
  const second = await app.inject({ url: '/set', headers: { cookie } })
  expect(second.json()).toEqual({ browser, session: null })
  await app.close()
})
