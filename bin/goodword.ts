import { EnvError, readEnv } from '../server/platform/env.ts'
import { Refusal } from '../server/platform/errors.ts'
import { commands } from './commands/commands.ts'

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
    console.log(`goodword ${name} ${command.usage}\n\n${command.summary}`)
    return 0
  }
  return command.run(readEnv(), rest)
}

const help = (): string =>
  [
    'goodword <command> [options]',
    '',
    ...Object.entries(commands).map(([name, { usage, summary }]) => `  ${name} ${usage}\n      ${summary}`),
  ].join('\n')

main().then(
  (code) => {
    process.exitCode = code
  },
  (cause: unknown) => {
    const isExpected =
      cause instanceof EnvError ||
      cause instanceof Refusal ||
      (cause as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    console.error(isExpected ? (cause as Error).message : cause)
    process.exitCode = 1
  },
)
