import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { readFiles } from '../../../server/platform/process/env-files.ts'
import { EnvError, SETTINGS } from '../../../server/platform/process/env.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { openAsking, type Asking } from './asking.ts'
import { checkStep } from './check-step.ts'
import { STEPS, type Question, type Step } from './questions.ts'
import { readSettings, writeSecret, writeSettings, type Values } from './settings-file.ts'

export type InitOptions = {
  file: string
  /** For compose: secrets a file each, and a database of its own. */
  compose: boolean
  /** Asks nothing: what is missing ends it. */
  input: boolean
  migrate: boolean
}

const COMMAND = join(import.meta.dirname, '../../goodword.ts')
const KEEP = 'keep'
const COMPOSE_NEXT =
  'Next: `docker compose up --detach`, then `docker compose run --rm goodword doctor --wait 60`.'

/** Asks, checks, writes; prints what to register; migrates and examines. Returns the exit code. */
export const runInit = async (options: InitOptions, environment: NodeJS.ProcessEnv): Promise<number> => {
  const asking = openAsking({ input: process.stdin, output: process.stdout })
  try {
    const secrets = options.compose ? join(dirname(options.file), 'secrets') : undefined
    const kept = readSettings(options.file, secrets)
    if (kept && options.input) await mayGoOn(asking, options.file)
    const values: Values = { ...kept, ...givenBy(environment), GOODWORD_MODE: 'live' }
    makeOwn(values, secrets)
    const save = () => writeSettings(options.file, secrets, values)
    save()
    asking.say('What is secret is not shown while you type or paste it.')
    for (const step of STEPS) {
      await takeStep(step, { values, asking, options }).finally(save)
      if (step === STEPS[0]) sayAddresses(asking, values)
    }
    asking.say(`\n${options.file} is complete, and only you can read it.`)
    asking.say('Keep a copy of ENCRYPTION_KEYS elsewhere: no backup of the database opens without it.')
    sayAddresses(asking, values)
    if (options.compose) asking.say(COMPOSE_NEXT)
    if (options.compose || !options.migrate) return 0
    const settings = { ...withoutFiles(environment), ...values }
    const migrated = await run('migrate', settings)
    if (migrated !== 0) return migrated
    await run('doctor', settings)
    asking.say(
      'What is wrong with `worker` and `PUBLIC_URL` comes right once api and worker are started: the next step.',
    )
    return 0
  } finally {
    asking.close()
  }
}

const mayGoOn = async (asking: Asking, file: string): Promise<void> => {
  const answer = await asking.ask(`${file} is there. Keep what is in it, and ask for the rest? [Y/n]`)
  if (/^n/i.test(answer)) throw new Refusal('input', 409, 'Nothing was changed. --file names another file.')
}

/** A setting that is given is not asked for: from the environment, or from a file that NAME_FILE names. */
const givenBy = (environment: NodeJS.ProcessEnv): Values => {
  const { settings, faults } = readFiles(environment, SETTINGS)
  if (faults.length > 0) throw new EnvError(faults)
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (settings[name] ? [[name, settings[name]] as const] : [])),
  )
}

/** They are read by now, and a setting may not be given twice. */
const withoutFiles = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !SETTINGS.some((setting) => name === `${setting}_FILE`)),
  )

/** What needs no answer. */
const makeOwn = (values: Values, secrets: string | undefined): void => {
  values['ENCRYPTION_KEYS'] ??= randomBytes(32).toString('base64')
  values['METRICS_TOKEN'] ??= randomBytes(24).toString('hex')
  if (!secrets || values['DATABASE_URL']) return
  const password = randomBytes(24).toString('hex')
  values['DATABASE_URL'] = `postgres://goodword:${password}@%2Fvar%2Frun%2Fpostgresql/goodword`
  writeSettings(join(dirname(secrets), '.env'), secrets, values)
  writeSecret(secrets, 'database-password', password)
  writeSecret(secrets, 'database-admin-password', randomBytes(24).toString('hex'))
}

type Taking = { values: Values; asking: Asking; options: InitOptions }

/** Until its answers are right, or are kept as they are because the vendor cannot be asked just now. */
const takeStep = async (step: Step, { values, asking, options }: Taking): Promise<void> => {
  asking.say(`\n── ${step.title}`)
  for (const line of step.words(values['PUBLIC_URL'] ?? '')) asking.say(`   ${line}`)
  let open = step.questions.filter(({ name }) => isOpen(name, values))
  for (;;) {
    for (const question of open) {
      if (question.after && (values[question.after] || 'off') === 'off') continue
      const answer = options.input ? await asking.ask(`   ${question.ask}`, question) : ''
      if (answer === KEEP && values[question.name] !== undefined) return
      take(question, answer, values)
    }
    if (options.compose && step.check === 'database') return
    const checks = await checkStep(step, values)
    for (const { state, words } of checks) asking.say(`   ${state.padEnd(5)}  ${words}`)
    if (checks.every(({ state }) => state === 'ok')) return
    if (!options.input)
      throw new Refusal('setting', 422, `${step.title}: see above. Nothing that follows was asked.`)
    asking.say(`   Once more, or "${KEEP}" to go on with what was given.`)
    open = step.questions
  }
}

const isOpen = (name: string, values: Values): boolean =>
  values[name] === undefined && !(name === 'TWILIO_FROM' && values['TWILIO_MESSAGING_SERVICE_SID'])

const take = ({ name, otherwise }: Question, answer: string, values: Values): void => {
  if (name === 'TWILIO_FROM' && answer.startsWith('MG')) {
    values['TWILIO_MESSAGING_SERVICE_SID'] = answer
    delete values['TWILIO_FROM']
    return
  }
  const value = answer || otherwise
  if (value) values[name] = value
  else delete values[name]
}

const sayAddresses = (asking: Asking, { PUBLIC_URL: at, REVIEWS, OPERATOR_OIDC_ISSUER }: Values): void =>
  asking.say(
    [
      '\nTo register at the vendors:',
      `   Google, redirect URI        ${at}/api/auth/google/callback`,
      ...(REVIEWS === 'on' ? [`   Google, reviews, the same   ${at}/api/reviews/callback`] : []),
      ...(OPERATOR_OIDC_ISSUER ? [`   Issuer of the operators     ${at}/api/operator/sign-in/callback`] : []),
      `   Xero, redirect URI          ${at}/api/xero/callback`,
      `   Xero, webhooks              ${at}/webhooks/xero`,
      `   Twilio, a message comes in  ${at}/webhooks/twilio/inbound#rc=5&rp=all`,
      `   Stripe, webhook endpoint    ${at}/webhooks/stripe\n`,
    ].join('\n'),
  )

const run = async (command: string, settings: NodeJS.ProcessEnv): Promise<number> => {
  const child = spawn(process.execPath, [COMMAND, command], {
    env: settings,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
