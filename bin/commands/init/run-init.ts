import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { readFiles } from '../../../server/platform/process/env-files.ts'
import { EnvError, SETTINGS } from '../../../server/platform/process/env.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { openAsking, type Asking } from './asking.ts'
import { checkStep, faultsOfAnswers, refusedOf, settingsOf } from './check-step.ts'
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

/** What runs now. */
const COMMAND = process.argv[1]!
const KEEP = 'keep'
const NONE = 'none'
const COMPOSE_NEXT =
  'Next: `docker compose up --detach`, then `docker compose run --rm goodword doctor --wait 60`.'

/** Asks, checks, writes; prints what to register; migrates and examines. Returns the exit code. */
export const runInit = async (options: InitOptions, environment: NodeJS.ProcessEnv): Promise<number> => {
  const asking = openAsking({ input: process.stdin, output: process.stdout })
  try {
    const secrets = options.compose ? join(dirname(options.file), 'secrets') : undefined
    const kept = readSettings(options.file, secrets)
    const asksAll = kept !== undefined && options.input && (await wantsAll(asking, options.file))
    const given = givenBy(environment)
    const values: Values = { ...kept, ...given, GOODWORD_MODE: 'live' }
    if (!secrets) leaveInFiles(values, kept ?? {})
    endWithoutSlash(values)
    makeOwn(values, secrets)
    const isOpen = (name: string): boolean =>
      asksAll
        ? given[name] === undefined && !(options.compose && name === 'DATABASE_URL')
        : givenTo(name, values) === undefined
    const save = () => writeSettings(options.file, secrets, values)
    save()
    asking.say('What is secret is not shown while you type or paste it.')
    for (const step of STEPS) {
      await takeStep(step, { values, asking, options, isOpen }).finally(save)
      if (step === STEPS[0]) sayAddresses(asking, values)
    }
    asking.say(`\n${options.file} is complete, and only the user who runs this can read it.`)
    asking.say(
      'Keep a copy of ENCRYPTION_KEYS elsewhere: without it owners connect Xero and Google anew, and some opt-outs are void.',
    )
    sayAddresses(asking, values)
    if (options.compose) asking.say(COMPOSE_NEXT)
    if (options.compose || !options.migrate) return 0
    const settings = { ...withoutSettings(environment), ...values }
    const migrated = await run('migrate', settings)
    if (migrated !== 0) return migrated
    await run('doctor', settings)
    asking.say(
      'What is wrong with `worker` and `PUBLIC_URL` comes right once the proxy, api and worker are started: the next steps.',
    )
    return 0
  } finally {
    asking.close()
  }
}

/** Whether what is there is asked for again, with it as the default; what was drawn stays either way. */
const wantsAll = async (asking: Asking, file: string): Promise<boolean> => {
  asking.say(`${file} is there. n asks for all of it again, and Enter keeps each answer.`)
  return /^n/i.test(await asking.ask('Ask only for what is missing? [Y/n]'))
}

/** A setting that is given is not asked for: from the environment, or from a file that NAME_FILE names. */
const givenBy = (environment: NodeJS.ProcessEnv): Values => {
  const { settings, faults } = readFiles(environment, SETTINGS)
  if (faults.length > 0) throw new EnvError(faults)
  return Object.fromEntries(
    SETTINGS.flatMap((name) => (settings[name] ? [[name, settings[name]] as const] : [])),
  )
}

/** What lies in a file of its own by the settings of before stays there, and is not written beside it. */
const leaveInFiles = (values: Values, kept: Values): void => {
  for (const name of SETTINGS) if (kept[`${name}_FILE`]) delete values[name]
}

/** They are read by now, and a setting may not be given twice. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !SETTINGS.some((setting) => name === setting || name === `${setting}_FILE`),
    ),
  )

/** What needs no answer. */
const makeOwn = (values: Values, secrets: string | undefined): void => {
  if (!givenTo('ENCRYPTION_KEYS', values)) values['ENCRYPTION_KEYS'] = randomBytes(32).toString('base64')
  if (!givenTo('METRICS_TOKEN', values)) values['METRICS_TOKEN'] = randomBytes(24).toString('hex')
  if (!secrets || values['DATABASE_URL']) return
  const password = randomBytes(24).toString('hex')
  values['DATABASE_URL'] = `postgres://goodword:${password}@%2Fvar%2Frun%2Fpostgresql/goodword`
  writeSettings(join(dirname(secrets), '.env'), secrets, values)
  writeSecret(secrets, 'database-password', password)
  writeSecret(secrets, 'database-admin-password', randomBytes(24).toString('hex'))
}

type Taking = { values: Values; asking: Asking; options: InitOptions; isOpen: (name: string) => boolean }

/** Until its answers are right, or are kept as they are because the vendor cannot be asked just now. */
const takeStep = async (step: Step, { values, asking, options, isOpen }: Taking): Promise<void> => {
  asking.say(`\n── ${step.title}`)
  for (const line of step.words(values['PUBLIC_URL'] ?? '')) asking.say(`   ${line}`)
  let open = step.questions.filter(({ name }) => isOpen(name))
  for (;;) {
    const refused = refusedOf(step, values)
    for (const question of open) {
      if (question.after && (givenTo(question.after, values) || 'off') === 'off') continue
      const usable = refused.includes(question.name) ? undefined : givenTo(question.name, values)
      const answer = options.input ? await asking.ask(`   ${promptOf(question, usable)}`, question) : ''
      if (answer === KEEP && givenTo(question.name, values) !== undefined) {
        const faults = faultsOfAnswers(step, values)
        if (faults.length === 0) return
        for (const fault of faults) asking.say(`   WRONG  ${fault}: nothing starts with it`)
        continue
      }
      if (answer || !usable) take(question, answer, values)
    }
    if (options.compose && step.check === 'database') return
    const checks = await checkStep(step, values)
    for (const { state, words } of checks) asking.say(`   ${state.padEnd(5)}  ${words}`)
    if (checks.every(({ state }) => state === 'ok')) return
    if (!options.input)
      throw new Refusal('setting', 422, `${step.title}: see above. Nothing that follows was asked.`)
    asking.say(
      `   Once more: Enter keeps what stands in brackets. "${KEEP}" goes on with all of them as they are.`,
    )
    open = step.questions
  }
}

const givenTo = (name: string, values: Values): string | undefined =>
  values[name] ??
  values[`${name}_FILE`] ??
  (name === 'TWILIO_FROM' ? givenTo('TWILIO_MESSAGING_SERVICE_SID', values) : undefined)

/** With what was given in brackets, in place of the default; what is refused is not offered again. */
const promptOf = ({ ask, secret, otherwise }: Question, given: string | undefined): string => {
  if (!given) return ask
  const shown = secret ? 'as given' : given
  return `${ask.replace(/( \[[^\]]*\])?:$/, '')} [${otherwise === '' ? `${shown}; ${NONE} leaves it out` : shown}]:`
}

const take = ({ name, otherwise }: Question, answer: string, values: Values): void => {
  for (const one of settingsOf(name).flatMap((setting) => [setting, `${setting}_FILE`])) delete values[one]
  const isService = name === 'TWILIO_FROM' && answer.startsWith('MG')
  const value = otherwise === '' && answer === NONE ? '' : answer || otherwise
  if (value) values[isService ? 'TWILIO_MESSAGING_SERVICE_SID' : name] = value
  endWithoutSlash(values)
}

/** As the product reads it: an address to register with two slashes would not be ours. */
const endWithoutSlash = (values: Values): void => {
  if (values['PUBLIC_URL']) values['PUBLIC_URL'] = values['PUBLIC_URL'].replace(/\/+$/, '')
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
