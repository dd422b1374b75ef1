import { Option } from '@commander-js/extra-typings'
import type { Env } from '../../../server/platform/process/env.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Erased } from '../../../server/flows/erasing/erase-customer.ts'
import { tryErasingCustomer, type AskedWhom } from '../../../server/flows/erasing/try-erasing-customer.ts'
import { Refusal } from '../../../server/platform/errors.ts'
import { businessNamed, commandLine, counted, uuid, withParts, type AddCommand } from '../command.ts'

export const addEraseCustomer: AddCommand = (program, { settings, end }) => {
  program
    .command('erase-customer')
    .summary('erases a customer’s names, phone, e-mail and texts')
    .description(
      'Erases a customer’s names, phone, e-mail and texts, from one business or from all, and leaves the customer out ' +
        'from then on. Opt-outs and the cooldown stay, by a keyed hash. Without --yes it only says what would be erased.',
    )
    .option('--business <id>', 'from this business', uuid('business'))
    .addOption(new Option('--everywhere', 'from all businesses').conflicts('business'))
    .option('--phone <number>', 'the customer’s, like +61491570006', phoneIn)
    .addOption(
      new Option(
        '--contact <name or id>',
        'the customer’s name as Xero has it, or what Xero calls the contact',
      ).conflicts(['phone', 'everywhere']),
    )
    .option('--yes', 'really erases')
    .action(async ({ business, everywhere, phone, contact, yes = false }) => {
      if (!business && !everywhere) throw new Refusal('option', 422, 'Give --business or --everywhere.')
      if (!phone && !contact) throw new Refusal('option', 422, 'Give --phone or --contact.')
      end(await erase(settings(), { businessId: business ?? null, phone, contact, yes }))
    })
}

type Wanted = {
  businessId: string | null
  phone: string | undefined
  contact: string | undefined
  yes: boolean
}

const erase = (env: Env, { businessId, phone, contact, yes }: Wanted): Promise<number> =>
  withParts(env, async (parts) => {
    if (businessId) await businessNamed(parts, businessId)
    const whom: AskedWhom = phone
      ? { businessId, phone, phoneHash: parts.hashPhone(phone) }
      : { businessId: businessId!, nameOrId: contact! }
    const erased = await tryErasingCustomer(parts.db, whom, {
      by: commandLine(),
      now: await parts.databaseNow(),
      isSure: yes,
    })
    console.log(wordsOf(erased, yes))
    return 0
  })

const phoneIn = (text: string): string => {
  const parsed = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined
  if (!parsed?.isPossible())
    throw new Refusal('option', 422, `--phone must be a number like +61491570006, not "${text}".`)
  return parsed.number
}

const wordsOf = (
  { requests, cancelled, attempts, invoices, contacts, testNumbers }: Erased,
  forGood: boolean,
): string => {
  if ([requests, cancelled, attempts, invoices, contacts, testNumbers].every((count) => count === 0))
    return 'Nothing is kept of this customer.'
  const lines = [
    forGood ? 'Erased:' : 'This would be erased:',
    `  names, phone, e-mail and text of ${counted(requests, 'review request')}${cancelled > 0 ? `, ${cancelled} of them not sent yet and cancelled` : ''}`,
    `  the phone of ${counted(attempts, 'attempt')} to send`,
    `  the customer’s name and the reference on ${counted(invoices, 'invoice')}`,
    ...(testNumbers > 0
      ? [`  the number as ${counted(testNumbers, 'confirmed number')} for test texts`]
      : []),
    ...(contacts > 0
      ? [
          `${counted(contacts, 'contact')} in Xero ${forGood ? 'is' : 'would be'} left out from now on, without a name: no text is sent, and Xero brings no name back.`,
        ]
      : []),
    forGood
      ? 'Xero still has the contact, and Twilio its own log of texts: erase the customer there, too.'
      : 'Run it again with --yes to do so. It cannot be undone.',
  ]
  return lines.join('\n')
}
