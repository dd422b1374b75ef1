import type { SmsPreview } from '../../contracts/message-settings.ts'
import { centsToDecimal } from '../platform/money.ts'
import { SAMPLE_TOKEN } from '../texts/link-token.ts'
import { pricedText, type TextDeps } from '../texts/priced-text.ts'
import { canBeAnswered, senderTo } from '../texts/sender-rules.ts'
import type { SampleCustomer, TextingBusiness } from './template-queries.ts'
import { checkTemplate, foldToGsm, septetsToShorten, TEMPLATE_LIMIT } from '../texts/text-rules.ts'

/** What this message would look like to a customer, and cost, composed and counted by the code that sends. */
export const previewTemplate = (
  deps: TextDeps,
  business: Pick<TextingBusiness, 'name' | 'currency' | 'country' | 'ownSender'>,
  { country, ...customer }: SampleCustomer,
  message: string,
): SmsPreview => {
  const template = message.normalize('NFC')
  const check = checkTemplate(template, writerOf(deps, business))
  const isBlank = template.trim() === ''
  const to = { ...customer, country, template, businessName: business.name, ownSender: business.ownSender }
  const text = isBlank ? undefined : pricedText(deps, { ...to, linkToken: SAMPLE_TOKEN })
  const hasStrangers = !check.ok && check.code === 'invalid_character'
  return {
    body: text?.body ?? null,
    segments: text?.segments ?? 0,
    shortenBy: septetsToShorten(text?.body ?? ''),
    price: text?.cents === undefined ? null : centsToDecimal(text.cents),
    currency: business.currency,
    country,
    charactersLeft: TEMPLATE_LIMIT - [...template].length,
    problem: check.ok
      ? null
      : { code: check.code, message: check.message, characters: check.characters ?? [] },
    warnings: check.warnings,
    replacement: hasStrangers ? foldToGsm(template) : null,
    customer,
  }
}

/** Who writes the message, as far as its rules ask: in the country where most of its customers are. */
export const writerOf = (
  { isTwoWay }: Pick<TextDeps, 'isTwoWay'>,
  { name, country, ownSender }: Pick<TextingBusiness, 'name' | 'country' | 'ownSender'>,
) => ({ businessName: name, isOneWay: !canBeAnswered(senderTo(country, ownSender), isTwoWay) })
