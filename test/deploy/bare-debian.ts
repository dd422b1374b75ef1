import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { countTexts, seeFirstText } from './first-text.ts'
import { openLabMachine } from './lab-machine.ts'
import { openLiveStage, PRODUCT_HOST, VENDORS_HOST } from './live-stage.ts'
import { blocksOf } from './page-blocks.ts'
import { hasTool, must } from './run-command.ts'

/**
 * `npm run deploy:check`: follows docs/DEPLOY.md by its letter on a bare Debian, from the tarball to a product in live
 * mode in front of the stand-ins, with `doctor` green and one text. Says how long that took.
 */
const ROOT = join(import.meta.dirname, '../..')
const RELEASE = join(ROOT, 'dist/release')
const MOST_MINUTES = 10
const TOOLS = ['mmdebstrap', 'unshare', 'nsenter', 'chroot', 'openssl']
const NAME_OF_PAGE = 'reviews.example.com'

const begun = Date.now()
const minutes = (): string => ((Date.now() - begun) / 60_000).toFixed(1)
const say = (words: string) => console.log(`${minutes().padStart(5)} min  ${words}`)

const missing = TOOLS.filter((tool) => !hasTool(tool))
if (process.platform !== 'linux' || userInfo().uid !== 0)
  console.log('The page is not tried here: that needs Linux, and root.')
else if (missing.length > 0) console.log(`The page is not tried here: ${missing.join(', ')} not installed.`)
else await check()

async function check(): Promise<void> {
  await must(process.execPath, [join(ROOT, 'bin/release.ts')])
  say('the release is made')
  const stage = await openLiveStage()
  const port = await freePort()
  const { settings } = stage
  const ca = '/usr/local/share/check-ca.pem'
  const vendors = Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      /^(OIDC_ISSUER|PLACES_URL|(XERO|TWILIO|STRIPE)_.*_URL)$/.test(name),
    ),
  )
  const machine = await openLabMachine({ ...vendors, PORT: String(port), NODE_EXTRA_CA_CERTS: ca }, [
    PRODUCT_HOST,
    VENDORS_HOST,
  ])
  try {
    for (const file of readdirSync(RELEASE))
      copyFileSync(join(RELEASE, file), join(machine.root, 'root', file))
    copyFileSync(stage.authority.caFile, join(machine.root, ca))
    for (const file of ['server.pem', 'server.key'])
      copyFileSync(join(stage.folder, file), join(machine.root, 'usr/local/share', file))
    const started = Date.now()
    for (const block of blocksOf(readFileSync(join(ROOT, 'docs/DEPLOY.md'), 'utf8'), 'tarball')) {
      const script = fit(block, stage.publicUrl, port)
      const input = block.includes('goodword init') ? answers(settings, stage.publicUrl) : ''
      const { code, out, err } = await machine.sh(script, input)
      const logs = ['goodword-api', 'goodword-worker'].map((name) => tailOf(machine, `${name}.log`))
      assert.equal(code, 0, `${script}\n${out.slice(-4000)}\n${err.slice(-2000)}\n${logs.join('\n')}`)
      say(script.trim().split('\n')[0]!)
      if (block.includes('goodword doctor')) console.log(out)
    }
    const took = (Date.now() - started) / 60_000
    console.log(`From the tarball to doctor's green: ${took.toFixed(1)} minutes.`)
    assert.ok(took <= MOST_MINUTES, `that took longer than ${MOST_MINUTES} minutes`)
    await seeFirstText(stage, {
      goodword: async (...args) => {
        const { code, out, err } = await machine.sh(
          `runuser --user goodword -- goodword ${args.map(quote).join(' ')}`,
        )
        assert.equal(code, 0, err)
        return out
      },
      query: (sql) => machine.sh(`runuser --user postgres -- psql goodword --command ${quote(sql)}`),
    })
    assert.equal(countTexts(stage), 1)
    say('an owner signed up, an invoice was paid, and its customer got a text')
  } finally {
    await machine.close()
    await stage.close()
  }
}

/** The page's name becomes the check's, whose certificate no public authority can sign; and the ports are free ones. */
function fit(block: string, publicUrl: string, port: number): string {
  const host = new URL(publicUrl).host
  return block
    .replace(
      `${NAME_OF_PAGE} {`,
      `{\nauto_https off\nadmin off\n}\nhttps://${host} {\ntls /usr/local/share/server.pem /usr/local/share/server.key`,
    )
    .replaceAll(NAME_OF_PAGE, host)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
}

/** What the operator types, in the order of the questions; an empty line takes the default. */
function answers(settings: Record<string, string>, publicUrl: string): string {
  const google = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PLACES_API_KEY']
  const asked = ['XERO_CLIENT_ID', 'XERO_CLIENT_SECRET']
    .concat('XERO_WEBHOOK_KEY', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM')
    .concat('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  const company = ['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_EMAIL', 'PRIVACY_URL', 'TERMS_URL']
  const given = (names: string[]) => names.map((name) => settings[name]!)
  const lines = [publicUrl, '', ...given(google), '', ...given(asked), '', '', '', ...given(company)]
  return `${lines.join('\n')}\n`
}

function tailOf(machine: { log: (name: string) => string }, name: string): string {
  try {
    return machine.log(name).slice(-1500)
  } catch {
    return ''
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
