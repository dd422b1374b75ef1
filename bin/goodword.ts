import { EnvError, readEnv } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/errors.ts'
import { MigrationFailed } from '../server/platform/postgres/migrate.ts'
import { commands } from './commands/commands.ts'
import { nearestName } from './commands/nearest-name.ts'

const EXPECTED = [EnvError, Refusal, MigrationFailed]

/** The operator's command line: `npm run -s goodword -- <command> [options]`. */
const main = async (): Promise<number> => {
  const [name, ...rest] = process.argv.slice(2)
  if (!name) {
    console.log(helpOfAll())
    return 1
  }
  if (['help', '--help', '-h'].includes(name)) return help(rest[0])
  if (!Object.hasOwn(commands, name)) return refuse(name)
  if (rest.includes('--help') || rest.includes('-h')) return help(name)
  return commands[name]!.run(readEnv, rest)
}

const NOT_UNDERSTOOD = 2

const help = (name: string | undefined): number => {
  if (name !== undefined && !Object.hasOwn(commands, name)) return refuse(name)
  console.log(name === undefined ? helpOfAll() : helpOf(name))
  return 0
}

const refuse = (name: string): number => {
  const nearest = nearestName(name, Object.keys(commands))
  const meant = nearest ? ` Did you mean "${nearest}"?` : ''
  console.error(`There is no command "${name}".${meant} \`goodword help\` lists them all.`)
  return NOT_UNDERSTOOD
}

const helpOf = (name: string): string => {
  const { usage, summary } = commands[name]!
  return `${`goodword ${name} ${usage}`.trimEnd()}\n\n      ${summary}`
}

const helpOfAll = (): string =>
  [
    'goodword <command> [options]',
    '',
    ...Object.entries(commands).map(
      ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
    ),
  ].join('\n')

/** The database does not answer: no stack tells the operator more than that. */
const isUnreachable = (cause: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(
    (cause as { code?: string }).code ?? '',
  )

/** Where a name has several addresses Node's error has no words of its own. */
const wordsOf = (cause: Error & { code?: string }): string =>
  isUnreachable(cause) ? `The database cannot be used: ${cause.message || cause.code}.` : cause.message

main().then(
  (code) => {
    process.exitCode = code
  },
  (cause: unknown) => {
    process.exitCode = 1
    // Whoever read our output has stopped, as `head` does.
    if ((cause as { code?: string }).code === 'EPIPE') return
    const isExpected = EXPECTED.some((kind) => cause instanceof kind) || isUnreachable(cause)
    console.error(isExpected ? wordsOf(cause as Error) : cause)
  },
)
