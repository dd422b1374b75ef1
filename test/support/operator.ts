import { createCookieBrowser, type Answer, type CookieBrowser } from './cookie-browser.ts'

export const OLIVE = 'olive@operator.example'

export type OperatorAtBrowser = CookieBrowser & {
  api: (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** To the issuer and back; where the browser came out, below our address. */
  signIn: (email?: string, isVerified?: boolean) => Promise<string>
}

/** An operator's own browser, with no cookie yet. */
export const createOperator = (url: string): OperatorAtBrowser => {
  const browser = createCookieBrowser('nowhere:')
  return {
    ...browser,
    api: (method, path, json, headers) => browser.call(method, `${url}${path}`, json, headers),
    signIn: async (email = OLIVE, isVerified = true) => {
      const page = await browser.open(`${url}/api/operator/sign-in`)
      const verified: Record<string, string> = isVerified ? { verified: 'yes' } : {}
      const landed = page.url.includes('/google/choose/')
        ? await browser.submit(page.url, { choice: 'another', name: email, email, ...verified })
        : page
      return landed.url.replace(url, '')
    },
  }
}
