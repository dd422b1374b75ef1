import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const FAMILY = 'Open Sans'
const SYSTEM_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
]

/**
 * Writes a fontconfig file below `cache` and returns its path. The one that comes with the browser names fixed folders
 * below `/tmp` and `/opt`, without which text in a system font has no glyphs. The packaged font comes first, so that
 * pages look the same on every machine; the machine's own fonts fill in what it lacks.
 */
export const writeFontsConfig = (fonts: string, cache: string): string => {
  const file = join(cache, 'fonts.conf')
  const text = fontsConfig([fonts, ...SYSTEM_FOLDERS.filter(existsSync)], join(cache, 'fontconfig'))
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file
  mkdirSync(cache, { recursive: true })
  // Written at each run because the checkout may have been moved, and put in place at once because runs may overlap.
  const fresh = `${file}.${randomUUID()}`
  writeFileSync(fresh, text)
  renameSync(fresh, file)
  return file
}

const fontsConfig = (folders: string[], cache: string): string =>
  [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`),
    `  <cachedir>${escapeXml(cache)}</cachedir>`,
    ...['sans-serif', 'serif', 'monospace', 'system-ui'].map(
      (generic) => `  <alias><family>${generic}</family><prefer><family>${FAMILY}</family></prefer></alias>`,
    ),
    '</fontconfig>',
    '',
  ].join('\n')

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
