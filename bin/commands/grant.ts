import { asBusiness } from '../../server/database/database.ts'
import { grantFunds } from '../../server/flows/funds/grant-funds.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { formatCents } from '../../server/platform/money.ts'
import { businessNamed, readOptions, uuid, wholeNumber, withParts, type Command } from './command.ts'

const MOST_CENTS = 10_000_000

export const grant: Command = {
  usage: '--business ID --amount CENTS --note TEXT [--reference TEXT]',
  summary: 'Gives a business funds. The same --reference is granted once, however often it is run.',
  run: async (settings, args) => {
    const options = readOptions(args, {
      business: { type: 'string' },
      amount: { type: 'string' },
      note: { type: 'string' },
      reference: { type: 'string' },
    })
    const businessId = uuid('business', options.business)
    const cents = wholeNumber('amount', options.amount, { min: 1, max: MOST_CENTS })
    const note = options.note?.trim()
    if (!note) throw new Refusal('option', 422, '--note is missing: say what the grant is for.')
    return withParts(settings(), async ({ db }) => {
      const business = await businessNamed({ db }, businessId)
      const reference = options.reference ?? crypto.randomUUID()
      const isNew = await asBusiness(db, businessId, (trx) =>
        grantFunds(trx, businessId, { cents, note, reference }),
      )
      console.log(
        isNew
          ? `Granted ${formatCents(cents, business.currency)} to ${business.name}.`
          : `${reference} was granted before: nothing was changed.`,
      )
      return 0
    })
  },
}
