export type Page = { url: string; status: number; body: string }

export type CookieBrowser = {
  open: (url: string) => Promise<Page>
  submit: (url: string, form: Record<string, string>) => Promise<Page>
  /** What a page's own script does: JSON there and back, same origin unless a header says otherwise. */
  call: (method: string, url: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>
  forgetCookies: () => void
  /** Stops at addresses that begin so; the function returned undoes it. */
  stopAt: (beginning: string) => () => void
  /** Every cookie as `name=value`, of whichever host. */
  cookies: () => string[]
  plantCookie: (host: string, pair: string) => void
}

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

type Cookie = { host: string; path: string; value: string }

/**
 * Keeps cookies by host and path and follows redirects as a browser does, until one leads to an address that begins
 * with `until`: that page is not opened, only its address returned.
 */
export const createCookieBrowser = (until: string): CookieBrowser => {
  const jar = new Map<string, Cookie>()
  const stops = new Set([until])

  const keep = (url: URL, answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/'
      const key = `${url.hostname}${path}${name}`
      if (value === '' || attributes.some((text) => /^max-age=0$/i.test(text))) jar.delete(key)
      else jar.set(key, { host: url.hostname, path, value: `${name}=${value}` })
    }
  }

  const cookiesFor = (url: URL): string =>
    [...jar.values()]
      .filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
      .map(({ value }) => value)
      .join('; ')

  const call: CookieBrowser['call'] = async (method, address, json, headers = {}) => {
    const url = new URL(address)
    const answer = await fetch(url, {
      method,
      headers: {
        cookie: cookiesFor(url),
        'sec-fetch-site': 'same-origin',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    keep(url, answer)
    const text = await answer.text()
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: answer.status, headers: answer.headers, body }
  }

  const go = async (address: string, form?: Record<string, string>, hops = 0): Promise<Page> => {
    if ([...stops].some((stop) => address.startsWith(stop))) return { url: address, status: 0, body: '' }
    const url = new URL(address)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookiesFor(url), accept: 'text/html' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    keep(url, answer)
    const next = answer.headers.get('location')
    if (!next || hops > 10) return { url: address, status: answer.status, body: await answer.text() }
    await answer.body?.cancel()
    return go(new URL(next, url).href, undefined, hops + 1)
  }

  return {
    open: (url) => go(url),
    submit: (url, form) => go(url, form),
    call,
    forgetCookies: () => jar.clear(),
    stopAt: (beginning) => {
      stops.add(beginning)
      return () => void stops.delete(beginning)
    },
    cookies: () => [...jar.values()].map(({ value }) => value),
    plantCookie: (host, pair) =>
      void jar.set(`${host}/${pair.split('=')[0]}`, { host, path: '/', value: pair }),
  }
}
