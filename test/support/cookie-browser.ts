export type Page = { url: string; status: number; body: string }

export type CookieBrowser = {
  open: (url: string) => Promise<Page>
  submit: (url: string, form: Record<string, string>) => Promise<Page>
  forgetCookies: () => void
}

type Cookie = { host: string; path: string; value: string }

/**
 * Keeps cookies by host and path and follows redirects as a browser does, until one leads to an address that begins
 * with `until`: that page is not opened, only its address told.
 */
export const createCookieBrowser = (until: string): CookieBrowser => {
  const jar = new Map<string, Cookie>()

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

  const go = async (address: string, form?: Record<string, string>, hops = 0): Promise<Page> => {
    if (address.startsWith(until)) return { url: address, status: 0, body: '' }
    const url = new URL(address)
    const cookies = [...jar.values()].filter(
      ({ host, path }) => host === url.hostname && url.pathname.startsWith(path),
    )
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookies.map(({ value }) => value).join('; '), accept: 'text/html' },
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
    forgetCookies: () => jar.clear(),
  }
}
