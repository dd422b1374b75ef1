import { Command, CommanderError } from '@commander-js/extra-typings'
import { Refusal } from '../../server/platform/errors.ts'
import { productVersion } from '../../server/platform/process/product-version.ts'
import type { Env } from '../../server/platform/process/env.ts'
import type { AddCommand } from './command.ts'
import { addProcesses } from './processes.ts'

/** Each is loaded when it is called: all of them take longer to load than most of them to run. */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  init: async () => (await import('./init/init.ts')).addInit,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  backup: async () => (await import('./backups/backup.ts')).addBackup,
  restore: async () => (await import('./backups/restore.ts')).addRestore,
  businesses: async () => (await import('./businesses/businesses.ts')).addBusinesses,
  grant: async () => (await import('./businesses/grant.ts')).addGrant,
  sender: async () => (await import('./sender.ts')).addSender,
  sweep: async () => (await import('./sweep.ts')).addSweep,
  inbox: async () => (await import('./inbox.ts')).addInbox,
  stuck: async () => (await import('./stuck.ts')).addStuck,
  reconcile: async () => (await import('./reconciling/reconcile.ts')).addReconcile,
  'erase-customer': async () => (await import('./businesses/erase-customer.ts')).addEraseCustomer,
  'erase-business': async () => (await import('./businesses/erase-business.ts')).addEraseBusiness,
  'export-business': async () => (await import('./businesses/export-business.ts')).addExportBusiness,
  qr: async () => (await import('./qr.ts')).addQr,
  seed: async () => (await import('./seed.ts')).addSeed,
}

const UNKNOWN_COMMAND = 2

/** Runs one command and returns its exit code. Throws Refusal where its options are wrong. */
export const runCommand = async (settings: () => Env, args: string[]): Promise<number> => {
  let exitCode = 0
  const program = createProgram()
  const end = (code: number) => {
    exitCode = code
  }
  for (const add of await loadFor(args)) add(program, { settings, end })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause
    if (/^commander\.(help|version)/.test(cause.code)) return cause.exitCode
    if (cause.code !== 'commander.unknownCommand')
      throw new Refusal('option', 422, `${sentencesOf(cause.message)} See --help.`)
    const asked = args[0] === 'help' ? args.slice(1) : args
    const group = groupOf(program, asked)
    const hint = cause.message.includes('\n') ? '' : beginningLike(cause.message, group)
    const help = group === program ? 'help' : `help ${group.name()}`
    console.error(`${sentencesOf(cause.message)}${hint} \`goodword ${help}\` lists them all.`)
    return UNKNOWN_COMMAND
  }
}

/** The command that is called; all of them for the list, or where none is called so. */
const loadFor = async ([name = '']: string[]): Promise<AddCommand[]> => {
  const called = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (called) return [await called()]
  return [...(await Promise.all(Object.values(COMMANDS).map((load) => load()))), addProcesses]
}

const createProgram = (): Command => {
  const program = new Command('goodword')
    .version(productVersion(), '--version', 'says which version this is')
    .exitOverride()
    // Errors are written by the caller; a list of commands goes where it can be read by a pipe, asked for or not.
    .configureOutput({ outputError: () => undefined, writeErr: (text) => process.stdout.write(text) })
    .helpCommand(false)
  program
    .command('help')
    .summary('lists the commands, or explains one')
    .argument('[command...]')
    .action(async (names) => {
      const [first] = names
      if (first && !program.commands.some((one) => one.name() === first))
        await program.parseAsync([first], { from: 'user' })
      else names.reduce(commandIn, program as Command).outputHelp()
    })
  return program
}

const commandIn = (group: Command, name: string): Command => {
  const command = group.commands.find((one) => one.name() === name)
  if (!command)
    throw new CommanderError(UNKNOWN_COMMAND, 'commander.unknownCommand', `error: unknown command '${name}'`)
  return command as Command
}

/** "error: unknown …\n(Did you mean …?)" as sentences of one line. */
const sentencesOf = (message: string): string =>
  message
    .replace(/^error: /, '')
    .replace(/^./, (first) => first.toUpperCase())
    .split('\n')
    .map((line) => line.replace(/^\((.*)\)$/, '$1').replace(/(?<![.?])$/, '.'))
    .join(' ')

/** The command that has commands of its own, where one is called; else the program. */
const groupOf = (program: Command, [first]: string[]): Command =>
  (program.commands.find((one) => one.name() === first && one.commands.length > 0) as Command | undefined) ??
  program

/** commander suggests what is a few letters away, but not a name of which only the beginning was typed. */
const beginningLike = (message: string, group: Command): string => {
  const typed = /'(..+)'/.exec(message)?.[1]
  const meant = group.commands.find((one) => typed !== undefined && one.name().startsWith(typed))
  return meant ? ` Did you mean ${meant.name()}?` : ''
}
