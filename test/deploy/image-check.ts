import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import { SECRETS } from '../../bin/commands/init/settings-file.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { freePort } from '../support/free-port.ts'
import { makeBaseImages, STORE } from './base-images.ts'
import { buildImage } from './build-image.ts'
import { countTexts, seeFirstText } from './first-text.ts'
import { openLiveStage, PRODUCT_HOST, VENDORS_HOST, type LiveStage } from './live-stage.ts'
import { hasTool, must, run } from './run-command.ts'
import { openTlsFront } from './tls-front.ts'

/**
 * `npm run image:check`: builds deploy/Containerfile without a registry of images, and runs it in live mode in front
 * of the stand-ins: migrate, api and worker, one paid invoice, one text, SIGTERM.
 * `--built` takes the image of the last run.
 */
const ROOT = join(import.meta.dirname, '../..')
const TAG = 'localhost/goodword:check'
const LARGEST_BYTES = 250_000_000
const READY_MS = 60_000
const TOOLS = ['podman', 'buildah', 'runc', 'mmdebstrap', 'openssl']

const begun = Date.now()
const say = (words: string) =>
  console.log(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${words}`)
const podman = (...args: string[]) =>
  run('podman', [...STORE, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args])

const missing = TOOLS.filter((tool) => !hasTool(tool))
if (process.platform !== 'linux' || userInfo().uid !== 0)
  console.log('The image is not checked here: that needs Linux, and root.')
else if (missing.length > 0)
  console.log(`The image is not checked here: ${missing.join(', ')} not installed.`)
else await check()

async function check(): Promise<void> {
  // Health checks are asked for here, not by timers of a systemd that may not be there.
  process.env['DISABLE_HC_SYSTEMD'] = 'true'
  const folder = mkdtempSync(join(tmpdir(), 'goodword-image-'))
  chmodSync(folder, 0o755)
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    await makeBaseImages(join(ROOT, 'deploy/Containerfile'), say)
    if (!process.argv.includes('--built')) await buildImage(ROOT, TAG, folder)
    const size = Number(
      (await must('podman', [...STORE, 'image', 'inspect', '--format={{.Size}}', TAG])).trim(),
    )
    say(`built, ${Math.round(size / 1e6)} MB`)
    assert.ok(size <= LARGEST_BYTES, `the image has ${size} bytes, more than ${LARGEST_BYTES}`)

    const postgres = await startEmbeddedPostgres(folder)
    closing.push(() => postgres.stop())
    const stage = await openLiveStage()
    closing.push(() => stage.close())
    await runProduct(stage, postgres.url, closing)
    console.log('The image is well.')
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function runProduct(stage: LiveStage, databaseUrl: string, closing: (() => unknown)[]): Promise<void> {
  const port = await freePort()
  const front = await openTlsFront(stage.authority, { port: stage.publicPort, to: port })
  closing.push(() => front.close())
  const given = {
    ...stage.settings,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    ALLOW_PLAINTEXT_DATABASE: 'yes',
  }
  const machine = [
    '--network=host',
    '--read-only',
    '--read-only-tmpfs=false',
    '--tmpfs=/tmp',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    '--ulimit=nofile=1024:1024',
    '--ulimit=nproc=4096:4096',
    ...[PRODUCT_HOST, VENDORS_HOST].map((name) => `--add-host=${name}:127.0.0.1`),
    `--volume=${stage.authority.caFile}:/etc/goodword-check.pem:ro`,
    '--env=NODE_EXTRA_CA_CERTS=/etc/goodword-check.pem',
  ]
  const setup = join(stage.folder, 'setup')
  mkdirSync(setup)
  const init = ['init', '--compose', '--no-input', '--file', '/setup/.env']
  const asRoot = ['--user=0', `--volume=${setup}:/setup`, ...asEnv(given)]
  const written = await podman('run', '--rm', ...machine, ...asRoot, TAG, ...init)
  assert.equal(written.code, 0, `${written.out}${written.err}`)
  say('init has written .env and secrets/')
  const flags = [...machine, ...asComposeGives(setup)]
  const goodword = async (...args: string[]) => {
    const { code, out, err } = await podman('run', '--rm', ...flags, TAG, ...args)
    assert.equal(code, 0, `goodword ${args.join(' ')}: ${out}${err}`)
    return out
  }
  const start = async (command: string) => {
    const name = `goodword-check-${command}-${process.pid}`
    const { code, err } = await podman('run', '--detach', `--name=${name}`, ...flags, TAG, command)
    assert.equal(code, 0, err)
    closing.push(() => podman('rm', '--force', '--time=0', name))
    return name
  }

  say(`migrate: ${(await goodword('migrate')).trim().slice(0, 60)} …`)
  const names = [await start('api'), await start('worker')]
  for (const name of names) await seeHealthy(name)
  say('api and worker are healthy')
  for (const name of names) {
    const { out } = await podman('exec', name, 'id', '-u')
    assert.equal(out.trim(), '10001', `${name} runs as another user`)
    assert.notEqual(
      (await podman('exec', name, 'touch', '/opt/goodword/x')).code,
      0,
      'the root can be written to',
    )
  }
  const query = async (sql: string) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await seeFirstText(stage, { goodword, query })
  say('an owner signed up, an invoice was paid, and its customer got a text')
  for (const name of names) await seeEnd(name)
  assert.equal(countTexts(stage), 1, 'the customer got more than one text')
}

function asEnv(settings: NodeJS.Dict<string>): string[] {
  return Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`)
}

/** What compose.yaml hands to each container: the file's settings, and of each secret its file. */
function asComposeGives(setup: string): string[] {
  const secrets = SECRETS.flatMap((name) => [
    `--volume=${join(setup, 'secrets', name)}:/run/secrets/${name}:ro`,
    `--env=${name}_FILE=/run/secrets/${name}`,
  ])
  return [...asEnv(parseEnv(readFileSync(join(setup, '.env'), 'utf8'))), ...secrets]
}

async function seeHealthy(name: string): Promise<void> {
  const end = Date.now() + READY_MS
  for (;;) {
    const { code, out, err } = await podman('healthcheck', 'run', name)
    if (code === 0) return
    if (Date.now() > end) {
      const logs = await podman('logs', name)
      throw new Error(
        `${name} is not healthy: ${out}${err}\n${logs.out.slice(-2000)}${logs.err.slice(-2000)}`,
      )
    }
    await pause(300)
  }
}

async function seeEnd(name: string): Promise<void> {
  const at = Date.now()
  await podman('kill', '--signal=TERM', name)
  const code = (await podman('wait', name)).out.trim()
  say(
    `${name.split('-')[2]} ended on SIGTERM within ${((Date.now() - at) / 1000).toFixed(1)} s, code ${code}`,
  )
  assert.equal(code, '0')
}
