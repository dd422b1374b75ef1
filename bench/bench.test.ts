import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Part } from './figures.ts'

/** What a bench says on its output. None of its figures means anything here: so little was measured. */
const run = (program: string, args: string[], settings: Record<string, string> = {}): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, program), '--smoke', ...args], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaints = ''
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)))
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done(said) : fail(new Error(`${program} ended with ${code}:\n${said}${complaints}`)),
    )
  })

test('each part of the bench still runs and prints its figures', async () => {
  const { parts, errors } = JSON.parse(
    await run('main.ts', ['--json', '--only', 'a,b,c,d,e,f,g,h,k,n,r,s,v,w,x']),
  ) as {
    parts: Part[]
    errors: unknown[]
  }
  expect(parts.map(({ letter }) => letter).toSorted()).toEqual([...'abcdefghknrsvwx', 'all'].toSorted())
  for (const { letter, figures } of parts)
    expect([letter, figures.filter(({ value }) => Number.isFinite(value)).length]).toEqual([
      letter,
      expect.toSatisfy((count: number) => count > 1),
    ])
  const missing = parts.flatMap(({ figures }) =>
    figures.filter(({ what }) => /missing|astray|refused|with two/.test(what)),
  )
  expect(missing.filter(({ value }) => value !== 0)).toEqual([])
  // Of both products: (g) has one of its own beside the other.
  expect(missing.filter(({ what }) => what.startsWith('invoices with two'))).toHaveLength(2)
  expect(errors).toEqual([])
}, 480_000)

test('each part of the bench of the screens still runs and prints its figures', async () => {
  const said = await run('web.ts', ['weights', 'scroll', 'vitals'], {
    E2E_POSTGRES_URL: inject('postgresUrl'),
  })
  for (const figure of ['/dashboard', 'first list', 'longest frame', '(LCP)', '(INP)', '(CLS)'])
    expect(said).toMatch(new RegExp(`${figure.replace(/[()]/g, '\\$&')}.* \\d`))
}, 240_000)

test('a bench that is ended while it opens its second product leaves nothing of both', async () => {
  const place = mkdtempSync(join(tmpdir(), 'goodword-interrupted-'))
  // The database's own user must be able to enter.
  chmodSync(place, 0o755)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--smoke', '--only', 'g'], {
    env: { ...process.env, TMPDIR: place },
    stdio: 'ignore',
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    for (const pid of runningBelow(place)) process.kill(pid, 'SIGKILL')
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  })
  const ended = once(child, 'exit')
  const folders = () => readdirSync(place).filter((name) => name.startsWith('goodword-bench-'))
  await expect.poll(folders, { timeout: 120_000 }).toHaveLength(2)
  // Twice: npm passes on what a terminal has sent already.
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect([folders(), runningBelow(place)]).toEqual([[], []])
}, 240_000)

/** Processes that work in a folder below `place`, such as PostgreSQL's, also where that is deleted. */
const runningBelow = (place: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(place)
      } catch {
        return false
      }
    })
    .map(Number)
