import { Command, CommanderError } from '@commander-js/extra-typings'
import { Refusal } from '../../server/platform/errors.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { addBackup } from './backup.ts'
import { addBusinesses } from './businesses.ts'
import { addDoctor } from './doctor.ts'
import { addEraseBusiness } from './erase-business.ts'
import { addEraseCustomer } from './erase-customer.ts'
import { addExportBusiness } from './export-business.ts'
import { addGrant } from './grant.ts'
import { addInbox } from './inbox.ts'
import { addInit } from './init.ts'
import { addMigrate } from './migrate.ts'
import { addProcesses } from './processes.ts'
import { addQr } from './qr.ts'
import { addReconcile } from './reconcile.ts'
import { addRestore } from './restore.ts'
import { addSender } from './sender.ts'
import { addSeed } from './seed.ts'
import { addStuck } from './stuck.ts'
import { addSweep } from './sweep.ts'

const commands = [
  addInit,
  addMigrate,
  addDoctor,
  addBackup,
  addRestore,
  addBusinesses,
  addGrant,
  addSender,
  addSweep,
  addInbox,
  addStuck,
  addReconcile,
  addEraseCustomer,
  addEraseBusiness,
  addExportBusiness,
  addQr,
  addSeed,
  addProcesses,
]

const UNKNOWN_COMMAND = 2

/** Runs one command and returns its exit code. Throws Refusal where its options are wrong. */
export const runCommand = async (settings: () => Env, args: string[]): Promise<number> => {
  let exitCode = 0
  const program = createProgram()
  const end = (code: number) => {
    exitCode = code
  }
  for (const add of commands) add(program, { settings, end })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause
    if (cause.code.startsWith('commander.help')) return cause.exitCode
    if (cause.code !== 'commander.unknownCommand')
      throw new Refusal('option', 422, `${sentencesOf(cause.message)} See --help.`)
    const hint = cause.message.includes('\n') ? '' : beginningLike(cause.message, program, args)
    console.error(`${sentencesOf(cause.message)}${hint} \`goodword help\` lists them all.`)
    return UNKNOWN_COMMAND
  }
}

const createProgram = (): Command => {
  const program = new Command('goodword')
    .exitOverride()
    // Errors are written by the caller; a list of commands goes where it can be read by a pipe, asked for or not.
    .configureOutput({ outputError: () => undefined, writeErr: (text) => process.stdout.write(text) })
    .helpCommand(false)
  program
    .command('help')
    .summary('lists the commands, or explains one')
    .argument('[command]')
    .action(async (name) => {
      const command = program.commands.find((one) => one.name() === name)
      if (name === undefined || command) (command ?? program).outputHelp()
      else await program.parseAsync([name], { from: 'user' })
    })
  return program
}

/** "error: unknown …\n(Did you mean …?)" as sentences of one line. */
const sentencesOf = (message: string): string =>
  message
    .replace(/^error: /, '')
    .replace(/^./, (first) => first.toUpperCase())
    .split('\n')
    .map((line) => line.replace(/^\((.*)\)$/, '$1').replace(/(?<![.?])$/, '.'))
    .join(' ')

/** commander suggests what is a few letters away, but not a name of which only the beginning was typed. */
const beginningLike = (message: string, program: Command, [first]: string[]): string => {
  const typed = /'(..+)'/.exec(message)?.[1]
  const group = program.commands.find((one) => one.name() === first && one.commands.length > 0) ?? program
  const meant = group.commands.find((one) => typed !== undefined && one.name().startsWith(typed))
  return meant ? ` Did you mean ${meant.name()}?` : ''
}
