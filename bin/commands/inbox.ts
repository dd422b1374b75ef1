import { recordAct } from '../../server/audit/record-act.ts'
import { asSystem } from '../../server/database/database.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { listDead, replayDead } from '../../server/operations/inbox.ts'
import { findNotDead, type NotDead } from '../../server/operations/not-dead.ts'
import { commandLine, counted, withParts, type AddCommand } from './command.ts'

const MOST_LISTED = 200
const ID = /^(xero:\d{1,18}|stripe:\w+|twilio:[0-9a-f]{32})$/

export const addInbox: AddCommand = (program, { settings, end }) => {
  const inbox = program
    .command('inbox')
    .summary('lists and replays what could not be handled')
    .description(
      'Messages of Xero, Stripe and Twilio whose handling failed six times in some 45 minutes, and that were put aside as dead.',
    )
  inbox
    .command('list')
    .summary('lists dead messages, oldest first, with their last error')
    .action(async () => end(await list(settings())))
  inbox
    .command('replay')
    .summary('lets them be handled again')
    .argument('<id...>', 'as `list` names them, or: all', (text: string, before: string[] = []) => [
      ...before,
      idNamed(text),
    ])
    .action(async (ids) => end(await replay(settings(), ids)))
}

const idNamed = (text: string): string => {
  if (text !== 'all' && !ID.test(text))
    throw new Refusal(
      'option',
      422,
      `An id is like xero:123, stripe:evt_123 or twilio: and 32 digits, as \`goodword inbox list\` names it, not "${text}".`,
    )
  return text
}

const list = (env: Env): Promise<number> =>
  withParts(env, async ({ db }) => {
    const dead = await listDead(db, MOST_LISTED)
    for (const { id, about, receivedAt, attempts, error } of dead)
      console.log(
        `${id}  ${about}  received ${receivedAt.toISOString()}, ${counted(attempts, 'try', 'tries')}: ${error}`,
      )
    if (dead.length === 0) console.log('No message is dead.')
    if (dead.length === MOST_LISTED) console.log(`These are the oldest ${MOST_LISTED}.`)
    return 0
  })

const replay = (env: Env, given: string[]): Promise<number> =>
  withParts(env, async ({ db, databaseNow }) => {
    const now = await databaseNow()
    const ids = given.includes('all') ? undefined : [...new Set(given)]
    const { replayed, others } = await asSystem(db, async (trx) => {
      const others = ids ? await findNotDead(trx, ids) : []
      const replayed = await replayDead(trx, ids)
      const details = { messages: replayed, ids: given.join(' ').slice(0, 1000) }
      await recordAct(trx, { by: commandLine(), act: 'replayed-message', businessId: null, details, now })
      return { replayed, others }
    })
    console.log(`${counted(replayed, 'message waits', 'messages wait')} again.`)
    for (const other of others) console.error(`${other.id} ${whyNotDead(other)}`)
    return ids === undefined || replayed === ids.length ? 0 : 1
  })

const whyNotDead = ({ isKnown, handledAt }: NotDead): string => {
  if (!isKnown) return 'is not known: no message that is kept has this id.'
  return handledAt
    ? `was handled at ${handledAt.toISOString()}, or taken off the list then.`
    : 'is not dead: it waits to be handled.'
}
