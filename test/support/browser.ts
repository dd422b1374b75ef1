import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { writeFontsConfig } from './browser-fonts.ts'

/** Below this, as in most containers, Chromium has to put what its processes share into files. */
const ROOM_BYTES = 1024 ** 3

/** What Playwright sets and this machine does not need: files that come and go by the thousand are slow on a disk. */
export const unneededArgs = (): string[] => {
  if (!existsSync('/dev/shm')) return []
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= ROOM_BYTES ? ['--disable-dev-shm-usage'] : []
}

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * A Chromium to test with: `CHROMIUM_PATH`; the headless shell that comes as an npm package, with its own libraries and
 * fonts, so that a bare Linux needs nothing installed; or, where that one does not run, one that this machine has.
 * A complete browser in headless mode also runs its own interface beside each page: tests take twice as long.
 */
export const findBrowser = async (): Promise<Browser> => {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  const named = process.env['CHROMIUM_PATH']
  const installed = (isPackaged ? [named] : [named, chromium.executablePath(), ...INSTALLED]).find(isThere)
  if (installed) return { executablePath: installed, args: sandboxArgs(), env: ownEnv() }
  if (!isPackaged) {
    throw new Error('No Chromium found: install Chrome, or say where it is with CHROMIUM_PATH.')
  }
  const folder = await unpackBrowser()
  return {
    executablePath: join(folder, 'chromium'),
    args: sandboxArgs(),
    env: {
      ...ownEnv(),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: writeFontsConfig(join(folder, 'fonts/fonts'), CACHE),
    },
  }
}

const isThere = (path: string | undefined): path is string => path !== undefined && existsSync(path)

// Chromium's own sandbox needs rights that root in a container does not have; only our own pages are opened.
const sandboxArgs = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const ownEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

/** Unpacks the packaged browser once a version, into a folder of its own that is moved into place when complete. */
const unpackBrowser = async (): Promise<string> => {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const home = dirname(dirname(main))
  const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder

  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(join(CACHE, 'unpacking-'))
  await inTemporaryFolder(fresh, async () => {
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    await inflate(join(home, 'bin/al2023.tar.br'))
  })
  try {
    renameSync(fresh, folder)
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw cause
  }
  return folder
}

/** The package unpacks into the system's temporary folder, as the environment names it at the time. */
const inTemporaryFolder = async (folder: string, work: () => Promise<void>): Promise<void> => {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
