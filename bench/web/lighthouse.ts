import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../test/support/browser.ts'
import { mintOne } from '../../test/support/codes.ts'
import type { Product } from '../../test/support/e2e-product.ts'
import { freePort } from '../../test/support/free-port.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TIMINGS = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift']

/** Lighthouse's scores of the public pages as on a slow phone, with what each page lost points for. */
export const measureLighthouse = async (product: Product): Promise<void> => {
  const slug = await mintOne(product.parts.db)
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
    console.log('\nLighthouse, mobile: performance, accessibility, best practices, SEO')
    for (const path of ['/login', '/welcome/', `/claim/${slug}`]) {
      const { scores, timings, lost } = await runLighthouse(`${product.url}${path}`, port)
      console.log(`  ${path.padEnd(18)} ${scores.join(' / ')}   ${timings.join(', ')}`)
      for (const title of lost) console.log(`${' '.repeat(21)}${title}`)
    }
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Category = { score: number; auditRefs: { id: string; weight: number }[] }
type Report = {
  categories: Record<string, Category>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

/** In a process of its own and not in this thread's way: the product that it looks at answers from here. */
const runLighthouse = async (address: string, port: number) => {
  const what = `exec --yes --package=${LIGHTHOUSE} -- lighthouse ${address}`
  const how = `--port=${port} --only-categories=${CATEGORIES.join(',')} --output=json --quiet`
  const output = await readOutput('npm', `${what} ${how}`.split(' '))
  const { categories, audits } = JSON.parse(output) as Report
  const counted = CATEGORIES.flatMap((id) => categories[id]!.auditRefs).filter(({ weight }) => weight > 0)
  return {
    scores: CATEGORIES.map((id) => Math.round(categories[id]!.score * 100)),
    timings: TIMINGS.map((id) => `${id.replaceAll('-', ' ')} ${audits[id]!.displayValue}`),
    lost: counted.flatMap(({ id }) => {
      const { title, score, displayValue } = audits[id]!
      return score === null || score >= 0.995
        ? []
        : [`${title} (${score})${displayValue ? ` ${displayValue}` : ''}`]
    }),
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
