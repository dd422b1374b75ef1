import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { eraseCustomer, type Erased } from '../../server/flows/accounts/erase-customer.ts'
import { asBusiness, asSystem, type Trx } from '../../server/database/database.ts'
import type { Parts } from '../../server/wiring/parts.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { businessNamed, readOptions, uuid, withParts, type Command } from './command.ts'

export const eraseCustomerCommand: Command = {
  usage: '(--business ID | --everywhere) --phone +61… [--yes]',
  summary:
    'Erases a customer’s names, phone, e-mail and texts, from one business or from all. Opt-outs and the cooldown\n' +
    '      stay, by a keyed hash. Without --yes it only says what would be erased.',
  run: async (settings, args) => {
    const options = readOptions(args, {
      business: { type: 'string' },
      everywhere: { type: 'boolean' },
      phone: { type: 'string' },
      yes: { type: 'boolean' },
    })
    if (options.everywhere && options.business !== undefined)
      throw new Refusal('option', 422, 'Give --business or --everywhere, not both.')
    const businessId = options.everywhere ? null : uuid('business', options.business)
    const phone = phoneIn(options.phone)
    return withParts(settings(), async (parts) => {
      if (businessId) await businessNamed(parts, businessId)
      const phoneHash = parts.hashPhone(phone)
      const erased = await attempt(parts, businessId, Boolean(options.yes), (trx) =>
        eraseCustomer(trx, { businessId, phoneHash }),
      )
      console.log(wordsOf(erased, Boolean(options.yes)))
      return 0
    })
  },
}

const phoneIn = (text: string | undefined): string => {
  if (text === undefined) throw new Refusal('option', 422, '--phone is missing.')
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('option', 422, `--phone must be a number like +61491570006, not "${text}".`)
  return parsed.number
}

class OnlyLooking extends Error {}

/** Without --yes the same is done and undone: what it tells is what would happen. */
const attempt = async (
  { db }: Parts,
  businessId: string | null,
  forGood: boolean,
  work: (trx: Trx) => Promise<Erased>,
): Promise<Erased> => {
  let erased: Erased | undefined
  const whole = async (trx: Trx) => {
    erased = await work(trx)
    if (!forGood) throw new OnlyLooking()
  }
  try {
    await (businessId ? asBusiness(db, businessId, whole) : asSystem(db, whole))
  } catch (cause) {
    if (!(cause instanceof OnlyLooking)) throw cause
  }
  return erased!
}

const wordsOf = ({ requests, calledOff, attempts, invoices }: Erased, forGood: boolean): string => {
  if (requests === 0) return 'Nothing is kept of this customer.'
  const lines = [
    forGood ? 'Erased:' : 'This would be erased:',
    `  names, phone, e-mail and text of ${counted(requests, 'review request')}${calledOff > 0 ? `, ${calledOff} of them not sent yet and called off` : ''}`,
    `  the phone of ${counted(attempts, 'attempt')} to send`,
    `  the customer’s name on ${counted(invoices, 'invoice')}`,
    forGood
      ? 'Erase the contact in Xero too: it brings the name back with the next change of an invoice.'
      : 'Run it again with --yes to do so. It cannot be undone.',
  ]
  return lines.join('\n')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
