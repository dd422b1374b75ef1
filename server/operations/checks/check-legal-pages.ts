import { isSandboxValue } from '../../platform/process/env-sandbox.ts'
import type { Env } from '../../platform/process/env.ts'
import { notChecked, ok, wrong, type Check } from './check.ts'

const TIMEOUT_MS = 5_000
const NAME = 'privacy, terms'

type Settings = Pick<
  Env,
  | 'GOODWORD_MODE'
  | 'PUBLIC_URL'
  | 'COMPANY_NAME'
  | 'COMPANY_ADDRESS'
  | 'COMPANY_EMAIL'
  | 'PRIVACY_URL'
  | 'TERMS_URL'
>

/** Names what the pages on privacy and terms still leave open to a visitor. In the sandbox that is no fault. */
export const checkLegalPages = async (env: Settings): Promise<Check> => {
  const addresses = addressesOf(env)
  const pages = await Promise.all(addresses.map(read))
  const open = [...missingSettings(env), ...new Set(pages.flatMap((page) => (page ? openIn(page) : [])))]
  const isLive = env.GOODWORD_MODE === 'live'
  if (open.length > 0) {
    const words = `to fill in before customers come: ${open.join('; ')}`
    return isLive ? wrong(NAME, words) : ok(NAME, `a sandbox may leave blanks; ${words}`)
  }
  return pages.includes(undefined)
    ? notChecked(NAME, `${addresses[pages.indexOf(undefined)]} does not show its page: is api running?`)
    : ok(NAME, 'nothing is left blank')
}

const addressesOf = ({ PUBLIC_URL, PRIVACY_URL, TERMS_URL }: Settings): string[] => [
  PRIVACY_URL ?? `${PUBLIC_URL}/welcome/privacy/`,
  TERMS_URL ?? `${PUBLIC_URL}/welcome/terms/`,
]

const missingSettings = (env: Settings): string[] =>
  (['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_EMAIL'] as const).filter((name) => {
    const value = env[name]
    return !value || isSandboxValue(name, value)
  })

/** Blanks without a setting, and the note that a lawyer has not seen the page: both are taken out in web/welcome/. */
const openIn = (page: string): string[] => [
  ...Array.from(page.matchAll(/<mark>\[([^\]<]+)\]<\/mark>/g), ([, blank]) => blank!)
    .filter((blank) => !/^(company|contact)/.test(blank))
    .map((blank) => blank.replace(/: to be .*/, '')),
  ...(page.includes('class="draft"')
    ? ['the review by a lawyer (or pages of your own: PRIVACY_URL, TERMS_URL)']
    : []),
]

const read = async (url: string): Promise<string | undefined> => {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
