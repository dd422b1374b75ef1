import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readPage } from '../platform/http/static-site.ts'
import { escape } from './site-tags.ts'

const FILE = 'before.json'
const beforeSchema = z.record(z.string(), z.object({ title: z.string(), body: z.string() }))
/** Where the build left the place of the operator's address. */
const EMAIL = '%E-MAIL%'

/**
 * Puts into the one page what the build drew of a public screen, so that it is seen before the script has run;
 * undefined for a screen that was not drawn.
 */
export const readBeforePages = (
  folder: string,
  { mode, email }: { mode: string; email: string | undefined },
): ((screen: string, html: string) => string | undefined) => {
  // Screens that were built before it was part of them still start.
  const drawn = existsSync(join(folder, FILE)) ? beforeSchema.parse(JSON.parse(readPage(folder, FILE))) : {}
  const site = email ? `${mode} email` : mode
  return (screen, html) => {
    const page = drawn[`${screen} ${site}`]
    if (!page) return undefined
    const body = page.body.replaceAll(EMAIL, () => escape(email ?? ''))
    return html
      .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
      .replace(/<!--before-->.*<!--\/before-->/s, () => body)
  }
}
