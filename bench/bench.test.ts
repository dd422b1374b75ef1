import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
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
  expect(errors).toEqual([])
}, 240_000)

test('each part of the bench of the screens still runs and prints its figures', async () => {
  const said = await run('web.ts', ['weights', 'scroll', 'vitals'], {
    E2E_POSTGRES_URL: inject('postgresUrl'),
  })
  for (const figure of ['/dashboard', 'first list', 'longest frame', '(LCP)', '(INP)', '(CLS)'])
    expect(said).toMatch(new RegExp(`${figure.replace(/[()]/g, '\\$&')}.* \\d`))
}, 240_000)
