import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)
export type Manifest = z.infer<typeof manifestSchema>

export const readManifest = (folder: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')))

/** The chunks of each screen, by its module: fetched with the page, not after its first script has run. */
export const SCREEN_MODULES: Record<string, string[]> = {
  '/login': ['sessions/login-page.tsx'],
  '/register': ['sessions/register-page.tsx'],
  '/registration': ['sessions/register-page.tsx'],
  '/auth/callback': ['sessions/auth-callback-page.tsx'],
  '/auth/reactivate': ['screens/reactivate-page.tsx'],
  '/claim/:slug': ['claims/claim-page.tsx'],
  '/xero/callback': ['organisations/xero-callback-page.tsx'],
  '/onboarding': ['signed-in.tsx', 'screens/onboarding/onboarding-page.tsx'],
  '/codes': ['signed-in.tsx', 'screens/codes-screen.tsx'],
  '/dashboard': ['signed-in.tsx', 'screens/dashboard/dashboard-screen.tsx'],
  '/payment/success': ['screens/payment-screen.tsx'],
  '/payment-success': ['screens/payment-screen.tsx'],
}

/** Where a screen has the name that stands there before its script has run; others have it above one narrow column. */
export const SCREEN_FRAMES: Record<string, 'door' | 'header'> = {
  '/login': 'door',
  '/register': 'door',
  '/registration': 'door',
  '/onboarding': 'header',
  '/codes': 'header',
  '/dashboard': 'header',
}

const ME = '/api/auth/me'

/** What each screen asks the server before it shows anything: asked with the page, by a browser with a session. */
const SCREEN_QUESTIONS: Record<string, string[]> = {
  '/onboarding': [ME],
  '/codes': [ME],
  '/dashboard': [
    ME,
    '/api/changes',
    '/api/review-requests/summary',
    '/api/funds/balance',
    '/api/sms/template',
    '/api/xero/status',
    '/api/google/status',
  ],
}

/**
 * Link tags for the chunks that a screen needs beside those of the entry, and for what it will ask the server. They are
 * fetched in this order: `later` belongs behind the entry's own scripts, which the others can do nothing without.
 */
export const preloadTags = (
  manifest: Manifest,
  screen: string,
  { hasSession = false } = {},
): { first: string; later: string } => {
  const entry = filesOf(manifest, ['index.html'])
  const own = filesOf(manifest, SCREEN_MODULES[screen] ?? [])
  const scripts = [...own.scripts].filter((file) => !entry.scripts.has(file))
  const styles = [...own.styles].filter((file) => !entry.styles.has(file))
  const questions = hasSession ? (SCREEN_QUESTIONS[screen] ?? []) : []
  return {
    first: styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join(''),
    later: [
      ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...questions.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ].join(''),
  }
}

/** Which screen the browser's router shows at an address: in any case, with slashes at the end, with escapes. */
export const screenAt = (path: string): string | undefined => {
  const read = path
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    .join('/')
  return SCREENS.find(({ pattern }) => pattern.test(read))?.path
}

const SCREENS = Object.keys(SCREEN_MODULES).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/*$`, 'i'),
}))

/** Everything a set of modules loads at once: themselves and their static imports. */
export const filesOf = (
  manifest: Manifest,
  modules: string[],
): { scripts: Set<string>; styles: Set<string> } => {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const file of chunk.css) styles.add(file)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const name of modules) visit(name)
  return { scripts, styles }
}
