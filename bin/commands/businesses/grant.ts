import type { Env } from '../../../server/platform/process/env.ts'
import { recordAct } from '../../../server/audit/record-act.ts'
import { asBusiness, asSystem } from '../../../server/database/database.ts'
import { findErasure } from '../../../server/flows/erasing/ask-to-erase.ts'
import { grantFunds } from '../../../server/flows/funds/grant-funds.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { formatCents } from '../../../server/platform/money.ts'
import { businessNamed, commandLine, uuid, wholeNumber, withParts, type AddCommand } from '../command.ts'
import { utcDay } from '../../../server/platform/moments-in-words-rules.ts'

const MOST_CENTS = 10_000_000

export const addGrant: AddCommand = (program, { settings, end }) => {
  program
    .command('grant')
    .summary('gives a business funds')
    .description('Gives a business funds. The same --reference is granted once, however often it is run.')
    .requiredOption('--business <id>', 'who receives them', uuid('business'))
    .requiredOption(
      '--amount <cents>',
      'how much, in cents: 1000 is 10.00',
      wholeNumber('amount', { min: 1, max: MOST_CENTS }),
    )
    .requiredOption('--note <text>', 'what the grant is for', noteOf)
    .option('--reference <text>', 'what makes it the same grant when it is repeated')
    .action(async (options) => end(await grant(settings(), options)))
}

const noteOf = (text: string): string => {
  const note = text.trim()
  if (!note) throw new Refusal('option', 422, '--note is missing: say what the grant is for.')
  return note
}

type Wanted = { business: string; amount: number; note: string; reference?: string | undefined }

const grant = (env: Env, wanted: Wanted): Promise<number> =>
  withParts(env, async ({ db, databaseNow }) => {
    const { business: businessId, amount: cents, note, reference = crypto.randomUUID() } = wanted
    const business = await businessNamed({ db }, businessId)
    const erasure = await asSystem(db, (trx) => findErasure(trx, businessId))
    if (erasure?.erasedAt)
      throw new Refusal(
        'erased',
        409,
        `${business.name} was erased on ${utcDay(erasure.erasedAt)}: nothing was granted.`,
      )
    const now = await databaseNow()
    const by = { ...commandLine(), reason: note }
    const isNew = await asBusiness(db, businessId, async (trx) => {
      const granted = await grantFunds(trx, businessId, { cents, note, reference, now })
      if (granted) await recordAct(trx, { by, act: 'granted-funds', businessId, details: { cents }, now })
      return granted
    })
    console.log(
      isNew
        ? `Granted ${formatCents(cents, business.currency)} to ${business.name}.`
        : `${reference} was granted before: nothing was changed.`,
    )
    if (erasure) console.error(`${business.name} is to be erased on ${utcDay(erasure.erasesAt)}.`)
    return 0
  })
