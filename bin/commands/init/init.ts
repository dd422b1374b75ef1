import type { AddCommand } from '../command.ts'
import { runInit } from './run-init.ts'

const WHERE = process.env['GOODWORD_ENV'] ?? '/etc/goodword/goodword.env'

export const addInit: AddCommand = (program, { end }) => {
  program
    .command('init')
    .summary('asks for the settings, checks each, and writes them')
    .description(
      'Asks for what live mode needs, one thing at a time, and lets each vendor check its keys at once. Writes the file ' +
        'after each step: run it again to go on. What the environment has already is not asked. Then it prints what to ' +
        'register at the vendors, migrates the database, and runs doctor.',
    )
    .option('--file <path>', `where the settings go (${WHERE}; with --compose ./.env)`)
    .option('--compose', 'for deploy/compose: secrets beside it, a file each', false)
    .option('--no-input', 'asks nothing: what is missing or wrong ends it')
    .option('--no-migrate', 'ends when the file is written')
    .action(async ({ file, compose, input, migrate }) =>
      end(await runInit({ file: file ?? (compose ? '.env' : WHERE), compose, input, migrate }, process.env)),
    )
}
