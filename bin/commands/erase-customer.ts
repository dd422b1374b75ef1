import { Option } from '@commander-js/extra-typings'
import type { Env } from '../../server/platform/process/env.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { eraseCustomer, type Erased } from '../../server/flows/accounts/erase-customer.ts'
import { asBusiness, asSystem, type Trx } from '../../server/database/database.ts'
import type { Parts } from '../../server/wiring/parts.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { businessNamed, uuid, withParts, type AddCommand } from './command.ts'

export const addEraseCustomer: AddCommand = (program, { settings, end }) => {
  program
    .command('erase-customer')
    .summary('erases a customer’s names, phone, e-mail and texts')
    .description(
      'Erases a customer’s names, phone, e-mail and texts, from one business or from all. Opt-outs and the cooldown ' +
        'stay, by a keyed hash. Without --yes it only says what would be erased.',
    )
    .option('--business <id>', 'from this business', uuid('business'))
    .addOption(new Option('--everywhere', 'from all businesses').conflicts('business'))
    .requiredOption('--phone <number>', 'the customer’s, like +61491570006', phoneIn)
    .option('--yes', 'really erases')
    .action(async ({ business, everywhere, phone, yes = false }) => {
      if (!business && !everywhere) throw new Refusal('option', 422, 'Give --business or --everywhere.')
      end(await erase(settings(), { businessId: business ?? null, phone, yes }))
    })
}

type Wanted = { businessId: string | null; phone: string; yes: boolean }

const erase = (env: Env, { businessId, phone, yes }: Wanted): Promise<number> =>
  withParts(env, async (parts) => {
    if (businessId) await businessNamed(parts, businessId)
    const phoneHash = parts.hashPhone(phone)
    const erased = await attempt(parts, businessId, yes, (trx) =>
      eraseCustomer(trx, { businessId, phoneHash }),
    )
    console.log(wordsOf(erased, yes))
    return 0
  })

const phoneIn = (text: string): string => {
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('option', 422, `--phone must be a number like +61491570006, not "${text}".`)
  return parsed.number
}

class OnlyLooking extends Error {}

/** Without --yes the same is done and rolled back: it prints what would happen. */
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

const wordsOf = (
  { requests, cancelled, attempts, invoices, excluded, testNumbers }: Erased,
  forGood: boolean,
): string => {
  if (requests === 0 && testNumbers === 0) return 'Nothing is kept of this customer.'
  const lines = [
    forGood ? 'Erased:' : 'This would be erased:',
    `  names, phone, e-mail and text of ${counted(requests, 'review request')}${cancelled > 0 ? `, ${cancelled} of them not sent yet and cancelled` : ''}`,
    `  the phone of ${counted(attempts, 'attempt')} to send`,
    `  the customer’s name and the reference on ${counted(invoices, 'invoice')}`,
    ...(excluded > 0 ? [`  the name of ${counted(excluded, 'customer')} to leave out`] : []),
    ...(testNumbers > 0
      ? [`  the number as ${counted(testNumbers, 'confirmed number')} for test texts`]
      : []),
    forGood
      ? 'Erase the contact in Xero too: it brings the name back with the next change of an invoice.'
      : 'Run it again with --yes to do so. It cannot be undone.',
  ]
  return lines.join('\n')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
