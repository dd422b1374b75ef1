import { recordAct } from '../../server/audit/record-act.ts'
import { findNotStuck, type NotStuck } from '../../server/review-requests/sending/unknown/not-stuck.ts'
import { listStuck, settleStuck } from '../../server/review-requests/sending/unknown/stuck-attempts.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { commandLine, uuid, withParts, type AddCommand } from './command.ts'

const MOST_LISTED = 200

export const addStuck: AddCommand = (program, { settings, end }) => {
  const stuck = program
    .command('stuck')
    .summary('lists and settles texts that wait for you')
    .description(
      'Texts that were neither found nor ruled out at the gateway: two attempts were not found, or there is a text that ' +
        'may be it. Look in the gateway’s own log, then resend or fail them. Either way the price is released.',
    )
  stuck
    .command('list')
    .summary('lists them, oldest first, and why they wait')
    .action(async () => end(await list(settings())))
  for (const { name, summary, ...settling } of SETTLINGS)
    stuck
      .command(name)
      .summary(summary)
      .argument('<id...>', 'as `list` names them', (text: string, before: string[] = []) => [
        ...before,
        readId(text),
      ])
      .action(async (ids) => end(await settle(settings(), ids, settling)))
}

const SETTLINGS = [
  {
    name: 'resend',
    move: 'resend',
    act: 'resent-text',
    summary: 'the customer did not get it: it is sent once more',
    result: ['text is sent once more.', 'texts are sent once more.'],
  },
  {
    name: 'fail',
    move: 'failStuck',
    act: 'failed-text',
    summary: 'it is not sent any more',
    result: ['text failed.', 'texts failed.'],
  },
] as const

const readId = uuid('id', '<id>')

const WHY: Record<string, string> = {
  never_accepted: 'two attempts were not found',
  ambiguous: 'there is a text that may be it',
}

const list = (env: Env): Promise<number> =>
  withParts(env, async ({ db }) => {
    const stuck = await listStuck(db, MOST_LISTED)
    for (const { id, businessName, invoice, claimedAt, why } of stuck)
      console.log(`${id}  ${businessName}, ${invoice}, tried ${claimedAt.toISOString()}: ${WHY[why] ?? why}`)
    if (stuck.length === 0) console.log('No text is stuck.')
    if (stuck.length === MOST_LISTED) console.log(`These are the oldest ${MOST_LISTED}.`)
    return 0
  })

const settle = (
  env: Env,
  given: string[],
  { move, act, result: [one, many] }: Pick<(typeof SETTLINGS)[number], 'move' | 'act' | 'result'>,
): Promise<number> =>
  withParts(env, async ({ db, databaseNow }) => {
    const ids = [...new Set(given)]
    const others = await findNotStuck(db, ids)
    const line = { by: commandLine(), act, now: await databaseNow() }
    const { settled, resting } = await settleStuck(db, ids, move, (trx, businessId, id, isResting) => {
      const details = { attempt: id, ...(isResting ? { cancelled: 'cooldown' } : {}) }
      return recordAct(trx, { ...line, businessId, details })
    })
    const moved = settled - resting
    console.log(moved === 1 ? `1 ${one}` : `${moved} ${many}`)
    if (resting > 0) console.log(`${resting} cancelled: ${resting === 1 ? ASKED_SINCE : ALL_ASKED_SINCE}`)
    for (const other of others) console.error(`${other.id} ${whyNotStuck(other)}`)
    return settled === ids.length ? 0 : 1
  })

const ASKED_SINCE = 'the customer was asked since, or will be: it goes only if that text does not.'
const ALL_ASKED_SINCE = 'their customers were asked since, or will be: they go only if those texts do not.'

const BECAME: Record<string, string> = {
  accepted: 'the gateway took it',
  rejected: 'it failed',
  absent: 'the gateway did not get it',
}

const whyNotStuck = ({ state, settledAt, nextLookAt, retryAt }: NotStuck): string => {
  if (state === null) return 'is no text that was tried: `goodword stuck list` names those that wait for you.'
  if (settledAt) return `was settled at ${settledAt.toISOString()}: ${BECAME[state] ?? state}.`
  if (retryAt) return `does not wait for you: it is tried again from ${retryAt.toISOString()} on.`
  return nextLookAt
    ? `does not wait for you: it is looked for at the gateway at ${nextLookAt.toISOString()}.`
    : 'does not wait for you: it is being sent.'
}
