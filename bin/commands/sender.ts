import { recordAct } from '../../server/audit/record-act.ts'
import { listSenders } from '../../server/senders/sender-queries.ts'
import { setSender } from '../../server/senders/set-sender.ts'
import { Refusal } from '../../server/platform/errors.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { businessNamed, commandLine, uuid, withParts, type AddCommand } from './command.ts'
import { utcDay } from '../../server/platform/moments-in-words-rules.ts'

export const addSender: AddCommand = (program, { settings, end }) => {
  const sender = program
    .command('sender')
    .summary('shows and sets the sender of a business')
    .description(
      'Each business texts by the shared sender of the settings, or by a number or a name of its own. STOP to its own ' +
        'number stops that business alone; STOP to the shared sender stops all.',
    )
  sender
    .command('list')
    .summary('lists the businesses with a sender of their own')
    .option('--business <id>', 'only this one', uuid('business'))
    .action(async ({ business }) => end(await list(settings(), business ?? null)))
  sender
    .command('set')
    .summary('sets the sender of a business, from its next text on')
    .requiredOption('--business <id>', 'whose sender', uuid('business'))
    .option('--number <number>', 'its own number of the Twilio account, like +61480000111')
    .option('--name <name>', 'its own name, 3 to 11 characters; nobody can reply to a name')
    .option('--registered', 'the name is registered for this business where names have to be')
    .option('--shared', 'the shared sender of the settings')
    .action(async (options) => end(await set(settings(), options)))
}

const list = (env: Env, businessId: string | null): Promise<number> =>
  withParts(env, async ({ db, twilio }) => {
    if (businessId) await businessNamed({ db }, businessId)
    const held = await listSenders(db, businessId)
    for (const { businessId: id, businessName, sender, since } of held)
      console.log(`${id}  ${businessName}: ${sender}, since ${utcDay(since)}`)
    if (!businessId || held.length === 0)
      console.log(
        `${businessId ? 'It texts' : held.length > 0 ? 'All others text' : 'All text'} by ${twilio.sender}, the shared sender.`,
      )
    return 0
  })

type Options = {
  business: string
  number?: string | undefined
  name?: string | undefined
  registered?: true | undefined
  shared?: true | undefined
}

const set = (env: Env, options: Options): Promise<number> => {
  const wanted = senderOf(options)
  return withParts(env, async (parts) => {
    const business = await businessNamed(parts, options.business)
    const line = { by: commandLine(), businessId: business.id, now: await parts.databaseNow() }
    const settings = { sender: wanted, isRegistered: options.registered === true }
    const isNew = await setSender(parts, business.id, settings, (trx) =>
      recordAct(trx, { ...line, act: 'set-sender', details: { sender: wanted ?? 'shared' } }),
    )
    const words = wanted ?? `the shared sender, ${parts.twilio.sender}`
    console.log(
      isNew ? `${business.name} texts by ${words}, from its next text on.` : `It texts by ${words} already.`,
    )
    if (isNew && options.name !== undefined && !options.registered)
      console.log(
        'To Australian mobiles a name that is not registered is shown as "Unverified", whatever the country of the ' +
          'business: register it first where it has customers there (OPERATIONS says how), and add --registered.',
      )
    return 0
  })
}

const senderOf = ({ number, name, shared }: Options): string | null => {
  if ([number, name, shared].filter((one) => one !== undefined).length !== 1)
    throw new Refusal('option', 422, 'Give one of --number, --name and --shared.')
  if (number !== undefined && !number.startsWith('+'))
    throw new Refusal('option', 422, `--number must begin with + and the country, not "${number}".`)
  if (name?.startsWith('+')) throw new Refusal('option', 422, `"${name}" is no name: is it a --number?`)
  return number ?? name ?? null
}
