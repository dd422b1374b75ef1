import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEB_FOLDER } from '../bin/build-web.ts'
import { filesOf, readManifest, SCREEN_MODULES } from '../server/pages/web-preloads.ts'
import { findBrowser } from '../test/support/browser.ts'
import { startProduct } from '../test/support/e2e-product.ts'
import { freePort } from '../test/support/free-port.ts'
import { mintOne } from '../test/support/codes.ts'
import startDatabase from '../test/support/start-e2e.ts'
import { measureScroll } from './web-scroll.ts'

/**
 * The size of the screens, how a long timeline scrolls, and Lighthouse's scores of the public ones on a slow phone;
 * with `weights`, `scroll` or `lighthouse` only that. Lighthouse is downloaded for each run.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const LIGHTHOUSE_PATHS = ['/login', '/welcome/']
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const KB = 1000

const main = async (): Promise<void> => {
  const stopDatabase = await startDatabase()
  const product = await startProduct()
  try {
    const wanted = process.argv.slice(2)
    const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part)
    if (isWanted('weights')) printWeights()
    if (isWanted('scroll')) await measureScroll(product)
    if (!isWanted('lighthouse')) return
    const slug = await mintOne(product.parts.db)
    await printScores(product.url, [...LIGHTHOUSE_PATHS, `/claim/${slug}`])
  } finally {
    await product.close()
    await stopDatabase()
  }
}

const printWeights = (): void => {
  const manifest = readManifest(WEB_FOLDER)
  console.log("\nJavaScript and styles of a screen's first load, gzip")
  for (const [path, modules] of Object.entries(SCREEN_MODULES)) {
    const { scripts, styles } = filesOf(manifest, ['index.html', ...modules])
    console.log(
      `  ${path.padEnd(18)} ${kilobytes(scripts).padStart(6)} kB ${kilobytes(styles).padStart(6)} kB`,
    )
  }
}

const kilobytes = (files: Set<string>): string =>
  (
    [...files].reduce((sum, file) => sum + readFileSync(join(WEB_FOLDER, `${file}.gz`)).length, 0) / KB
  ).toFixed(1)

const printScores = async (url: string, paths: string[]): Promise<void> => {
  const { executablePath, args, env } = await findBrowser()
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'goodword-lighthouse-'))
  const flags = [
    '--headless',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    '--disable-gpu',
  ]
  const browser = spawn(executablePath, [...args, ...flags], { env, stdio: 'ignore' })
  try {
    console.log('\nLighthouse, mobile: performance, accessibility, best practices')
    for (const path of paths) {
      const { scores, timings } = await runLighthouse(`${url}${path}`, port)
      console.log(`  ${path.padEnd(18)} ${scores.join(' / ')}   ${timings.join(', ')}`)
    }
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { displayValue?: string }>
}

/** In a process of its own and not in this thread's way: the product that it looks at answers from here. */
const runLighthouse = async (address: string, port: number) => {
  const what = `exec --yes --package=${LIGHTHOUSE} -- lighthouse ${address}`
  const how = `--port=${port} --only-categories=${CATEGORIES.join(',')} --output=json --quiet`
  const output = await readOutput('npm', `${what} ${how}`.split(' '))
  const { categories, audits } = JSON.parse(output) as Report
  return {
    scores: CATEGORIES.map((id) => Math.round(categories[id]!.score * 100)),
    timings: ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift'].map(
      (id) => `${id.replaceAll('-', ' ')} ${audits[id]!.displayValue}`,
    ),
  }
}

const readOutput = (command: string, args: string[]): Promise<string> =>
  new Promise((settle, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.on('exit', (code) =>
      code === 0 ? settle(output) : fail(new Error(`${command} ended with ${code}`)),
    )
  })

await main()
process.exit(0)
