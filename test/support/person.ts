import { createCookieBrowser, type Answer, type CookieBrowser, type Page } from './cookie-browser.ts'

export type PersonAtBrowser = CookieBrowser & {
  /** A call of our API, by its path. */
  api: (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** To the issuer and back to our pages, without redeeming anything; `email` is chosen if the issuer asks. */
  goToGoogle: (email: string, query?: string) => Promise<URL>
  /** The same, and the one-time token redeemed. */
  signIn: (email: string) => Promise<Answer>
}

export const createPerson = (url: string): PersonAtBrowser => {
  const browser = createCookieBrowser('nowhere:')
  const api: PersonAtBrowser['api'] = (method, path, json, headers) =>
    browser.call(method, `${url}${path}`, json, headers)

  const choose = (page: Page, email: string) =>
    page.url.includes('/google/choose/')
      ? browser.submit(page.url, { choice: 'another', name: email, email, verified: 'yes' })
      : page

  const goToGoogle = async (email: string, query = 'prompt=select_account'): Promise<URL> => {
    const page = await browser.open(`${url}/api/auth/google?${query}`)
    return new URL((await choose(page, email)).url)
  }

  return {
    ...browser,
    api,
    goToGoogle,
    signIn: async (email) => {
      const landed = await goToGoogle(email)
      return api('POST', '/api/auth/session', { token: landed.searchParams.get('token') })
    },
  }
}
