import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { KEEP_BY_DEFAULT } from '../../test/support/keep-by-default.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureWebBuilt } from '../../bin/build-web.ts'
import { createHttp, type Http } from '../platform/http/http.ts'
import { createLog } from '../platform/process/log.ts'
import { filesOf, readManifest, SCREEN_MODULES } from './web-preloads.ts'
import { registerWebRoutes, WEB_FOLDER } from './web-routes.ts'
import { siteTags } from './site-tags.ts'

const log = createLog('test', 'silent')
let app: Http

const open = async (
  publicUrl: string,
  folder = WEB_FOLDER,
  hasConsole = true,
  email?: string,
): Promise<Http> => {
  const opened = await createHttp({ log, publicUrl })
  registerWebRoutes(opened, {
    folder,
    marketingUrl: '/welcome/',
    mode: 'sandbox',
    currency: 'AUD',
    prices: { AU: 9, NZ: 14 },
    company: { name: undefined, address: undefined, email },
    keep: KEEP_BY_DEFAULT,
    publicUrl,
    hasConsole,
    log,
  })
  return opened
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

beforeAll(async () => {
  await ensureWebBuilt()
  app = await open('http://localhost:3000')
})

test('`/` leads to the page about the product', async () => {
  const answer = await get('/')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/welcome/'])
  expect((await get('/welcome')).headers.location).toBe('/welcome/')
})

describe('a page about the product', () => {
  test.each(['/welcome/', '/welcome/privacy/', '/welcome/terms/'])(
    '%s runs no script at all',
    async (path) => {
      const { statusCode, headers, body } = await get(path)
      expect(statusCode).toBe(200)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/script-src|unsafe/)
      expect(body).not.toContain('<script')
      expect((await get(path.slice(0, -1))).headers.location).toBe(path)
    },
  )

  test('names what this one charges, and shows its pictures from files of ours', async () => {
    const { body } = await get('/welcome/')
    expect(body).toContain('<th scope="row">New Zealand</th><td>A$0.14</td>')
    expect(body).not.toContain('United Kingdom')
    const [picture] = /\/assets\/timeline-light-[\w-]+\.webp/.exec(body)!
    expect((await get(picture)).headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('lies under /welcome/: /privacy and /terms are addresses like any other, which lead to the sign-in page', async () => {
    for (const path of ['/privacy', '/terms']) expect((await get(path)).body).toContain('goodword-mode')
  })
})

describe('a public page is drawn before its script runs', () => {
  const drawnIn = (body: string): string => /<div id="root"[^>]*>(.*)<\/div>\s*<noscript>/s.exec(body)![1]!

  test.each([
    ['/login', 'Sign in to Goodword'],
    ['/register', 'Welcome to Goodword'],
    ['/claim/abcdefghij', 'Claim this QR code'],
  ])('%s, in styles that are fetched before the script, and with none in the page', async (path, heading) => {
    const { body } = await get(path)
    const drawn = drawnIn(body)
    expect(drawn).toContain(`${heading}</h1>`)
    expect(drawn).not.toMatch(/<script| style=/)
    expect(body).toMatch(/<script type="module"[^>]* fetchpriority="low">/)
    const sheets = [...body.matchAll(/rel="stylesheet"[^>]* href="\/([^"]+)"/g)]
      .map(([, file]) => readFileSync(join(WEB_FOLDER, file!), 'utf8'))
      .join('')
    const names = [...drawn.matchAll(/ class="([^"]*)"/g)].flatMap(([, all]) => all!.split(' '))
    for (const name of names) expect(sheets).toContain(`.${name}`)
  })

  test('with the operator’s address, and as sandbox or not', async () => {
    expect(drawnIn((await get('/login')).body)).toContain('Only stand-ins here')
    expect(drawnIn((await get('/login')).body)).not.toContain('mailto:')
    const own = await open('http://localhost:3000', WEB_FOLDER, true, 'help@goodword.example')
    const { body } = await own.inject('/login')
    expect(drawnIn(body)).toContain('href="mailto:help@goodword.example"')
    await own.close()
  })

  test('and what lies behind the sign-in is not', async () => {
    const { body } = await get('/dashboard')
    expect(drawnIn(body)).toContain('class="before"')
    expect(body).not.toContain('fetchpriority')
  })
})

test('what nobody can be given is refused as it was asked for, and is no fault of ours', async () => {
  const [file] = /\/assets\/[\w-]+\.js/.exec((await get('/login')).body)!
  const cases: [url: string, headers: Record<string, string>, status: number][] = [
    ['/assets//x', {}, 403],
    [file, { range: 'bytes=99999999-' }, 416],
    [file, { 'if-match': '"x"' }, 412],
  ]
  for (const [url, headers, status] of cases) {
    const answer = await get(url, headers)
    expect([url, answer.statusCode]).toEqual([url, status])
    expect(answer.json()).toMatchObject({ status, code: 'malformed-request' })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('what stands behind a # in an address is not read', async () => {
  const { port, hostname } = new URL(await app.listen({ port: 0 }))
  const ask = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.end(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      )
      let answer = ''
      socket.on('data', (piece) => (answer += String(piece)))
      socket.once('error', reject).once('close', () => resolve(answer.split('\r\n', 1)[0]!))
    })
  for (const target of ['/login#%', '/claim/abc#%c0', '/login?a#%'])
    expect([target, await ask(target)]).toEqual([target, 'HTTP/1.1 200 OK'])
})

describe('a screen', () => {
  test.each(['/login', '/dashboard', '/claim/abc', '/no-such-page', '/logout.php'])(
    '%s is the one page, asked for again each time',
    async (path) => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body).toContain('<meta name="goodword-mode" content="sandbox">')
      const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    },
  )

  test('knows where its operator is reached, whatever signs the address has', () => {
    expect(siteTags({ mode: 'live', currency: 'AUD', email: `o"'&b@texts.example` })).toBe(
      '<meta name="goodword-mode" content="live"><meta name="goodword-currency" content="AUD">' +
        '<meta name="goodword-email" content="o&#34;&#39;&#38;b@texts.example">',
    )
  })

  test('runs no script and no style but its own files', async () => {
    const { headers, body } = await get('/login')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(body).not.toMatch(/<script(?![^>]*src=)/)
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  test('says from the start what its own screen needs', async () => {
    const { body } = await get('/login')
    expect(body).toMatch(
      /<link rel="modulepreload" crossorigin href="\/assets\/login-page-[\w-]+\.js" fetchpriority="low">/,
    )
    expect((await get('/register')).body).not.toContain('login-page')
    for (const path of ['/Login', '/login/', '/LOGIN//', '/l%6fgin'])
      expect((await get(path)).body).toBe(body)
  })

  test('asks its first questions with the page, where the browser has a session', async () => {
    const asked = async (path: string, cookie: string): Promise<string[]> => {
      const { body } = await get(path, { cookie })
      return [...body.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(
        ([, question]) => question!,
      )
    }
    const session = `goodword-browser=b; goodword-session=${'s'.repeat(43)}`
    expect(await asked('/dashboard', session)).toContain('/api/review-requests/summary')
    expect(await asked('/onboarding', `__Host-${session.slice(20)}`)).toEqual(['/api/auth/me'])
    expect(await asked('/dashboard', 'goodword-browser=b')).toEqual([])
    expect(await asked('/login', session)).toEqual([])
  })

  test('that was opened with a token is kept in no cache', async () => {
    for (const path of [
      '/auth/callback?token=x',
      '/%61uth/callback',
      '/Auth/Callback/?token=x',
      '/PAYMENT/success//',
      '/payment/success',
      '/payment-success',
    ]) {
      const { headers } = await get(path)
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    }
  })

  test('keeps hold of its popups, and the popup of its opener', async () => {
    expect((await get('/onboarding')).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    const callback = await get('/xero/callback?xero=success')
    expect(callback.headers['cross-origin-opener-policy']).toBe('unsafe-none')
    const spelt = await get('/Xero/Callback/?xero=success')
    expect(spelt.headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  test('goes over the wire compressed where the browser can', async () => {
    expect((await get('/login', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
    expect((await get('/login', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  })
})

test('a printed code that was typed in capitals, or with a slash at its end, is looked up as any other', async () => {
  for (const path of ['/CLAIM/abc', '/claim/abc/', '/%63laim/abc'])
    expect([path, (await get(path)).headers.location]).toEqual([path, 'http://localhost:3000/claim/abc'])
  expect((await get('/claim/abc/more')).statusCode).toBe(200)
})

test('the files of the screens are kept for a year and sent as compressed when they were built', async () => {
  const script = /\/assets\/app-[\w-]+\.js/.exec((await get('/login')).body)![0]
  const answer = await get(script, { 'accept-encoding': 'br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

test.each(['/api/no-such-call', '/assets/removed.js', '/webhooks/none', '/r', '/metrics/x'])(
  '%s is no screen: it is answered without a page',
  async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).not.toContain('text/html')
  },
)

test('an address with characters that are none is a page for a person, and a problem for a program', async () => {
  const person = { accept: 'text/html,application/xhtml+xml' }
  expect((await get('/a%00b', person)).headers['content-type']).toContain('text/html')
  const { statusCode, headers } = await get('//x.example/claim/%zz%41?a=%zz', person)
  expect([statusCode, headers.location]).toEqual([
    302,
    'http://localhost:3000//x.example/claim/%25zz%2541?a=%zz',
  ])
  expect((await get('/claim/%25zz', person)).headers['content-type']).toContain('text/html')
  expect((await get('/claim/%zz')).headers['content-type']).toContain('application/problem+json')
})

test('the console is a screen where the settings say who may enter, and an unknown address elsewhere [2.13]', async () => {
  const without = await open('http://localhost:3000', WEB_FOLDER, false)
  for (const url of ['/operator', '/operator/', '/Operator/log', '/%6Fperator', '/operator/businesses/1']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    const { statusCode, headers } = await without.inject(url)
    expect([url, statusCode, headers.location]).toEqual([url, 302, 'http://localhost:3000/login'])
  }
  expect((await without.inject('/operators')).statusCode).toBe(200)
})

test('every screen named for early loading exists in the build', () => {
  const manifest = readManifest(WEB_FOLDER)
  for (const modules of Object.values(SCREEN_MODULES)) {
    for (const name of modules) expect(filesOf(manifest, [name]).scripts.size).toBeGreaterThan(0)
  }
})

test('without a build the product still starts, and says what is missing', async () => {
  const bare = await open('http://localhost:3000', '/nowhere')
  expect((await bare.inject({ url: '/' })).statusCode).toBe(302)
  expect((await bare.inject({ url: '/login' })).statusCode).toBe(404)
})
