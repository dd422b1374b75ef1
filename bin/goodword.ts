import { EnvError, readEnv } from '../server/platform/env.ts'
import { Refusal } from '../server/platform/errors.ts'
import { MigrationFailed } from '../server/platform/migrate.ts'
import { commands } from './commands/commands.ts'

const EXPECTED = [EnvError, Refusal, MigrationFailed]

/** The operator's command line: `npm run -s goodword -- <command> [options]`. */
const main = async (): Promise<number> => {
  const [name, ...rest] = process.argv.slice(2)
  if (!name || name === 'help' || name === '--help' || name === '-h') {
    console.log(help())
    return name ? 0 : 1
  }
  const command = commands[name]
  if (!command) {
    console.error(`There is no command "${name}".\n\n${help()}`)
    return 1
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(`${`goodword ${name} ${command.usage}`.trimEnd()}\n\n      ${command.summary}`)
    return 0
  }
  return command.run(readEnv, rest)
}

/** The database does not answer: no stack tells the operator more than that. */
const isUnreachable = (cause: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(
    (cause as { code?: string }).code ?? '',
  )

const help = (): string =>
  [
    'goodword <command> [options]',
    '',
    ...Object.entries(commands).map(
      ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
    ),
  ].join('\n')

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
