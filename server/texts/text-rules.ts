import {
  NAME_LIMIT,
  plain,
  presentBusinessName,
  presentCustomerName,
  presentFirstName,
} from './customer-name-rules.ts'
import { countSegments, foldToGsm } from './gsm-rules.ts'
import { asksForStop, cutStopRequests, indexOfStopWords, saysHowToStop } from './stop-words-rules.ts'
import { FIELD, fieldKey } from './template-rules.ts'

export { countSegments, foldToGsm, isGsm, septetsToShorten } from './gsm-rules.ts'
export {
  checkTemplate,
  refuseBadTemplate,
  TEMPLATE_FIELDS,
  TEMPLATE_LIMIT,
  type TemplateCheck,
} from './template-rules.ts'

export const DEFAULT_TEMPLATE =
  'Hi {firstName}, thanks for choosing {businessName}. Could you leave us a quick Google review? {reviewLink}'

export type TextParts = {
  template: string
  firstName?: string
  customerName?: string
  businessName: string
  invoiceNumber?: string
  reviewLink: string
  /** A one-way sender cannot receive STOP: it offers a link. */
  optOut: { kind: 'reply' } | { kind: 'link'; url: string }
}

/** The finished text, in the 7-bit alphabet only, with the link and a way out, and the segments it is charged for. */
export const composeText = (parts: TextParts): { body: string; segments: number } => {
  const template = foldToGsm(parts.template).replace(/\r\n?/g, '\n')
  const filled = closeGaps(fillFields(template, wordsFor(parts)))
  const offered = parts.optOut.kind === 'link' ? withoutStopRequests(filled) : filled
  const linked = setLinkApart(offered, parts.reviewLink)
  const body = withOptOut(linked, template, parts)
  return { body, segments: countSegments(body) }
}

// From the private use area: no folded text contains them.
const GAP = '\uE000'
const LINK = '\uE001'

const fillFields = (template: string, words: Map<string, string | undefined>): string =>
  template
    .replace(FIELD, (_, name: string, at: number) => {
      const word = words.get(fieldKey(name))
      return word ?? wordForNobody(template.slice(0, at))
    })
    .replace(FIELD, '$1')
    .replace(/(?<=\uE001.*)\uE001/gs, GAP)

const wordsFor = (parts: TextParts): Map<string, string | undefined> => {
  const businessName = presentBusinessName(parts.businessName) ?? 'us'
  const invoiceNumber = plain(parts.invoiceNumber ?? '').slice(0, NAME_LIMIT)
  return new Map([
    ['firstname', presentFirstName(parts.firstName)],
    ['customername', presentCustomerName(parts.customerName, parts.firstName)],
    ['businessname', businessName],
    ['invoicenumber', invoiceNumber || undefined],
    ['reviewlink', LINK],
  ])
}

/** 'Hi ,' would look broken: a greeting without a name becomes 'Hi there,'. */
const wordForNobody = (before: string): string => {
  if (/\b(hi|hiya|hey|hello)[^\S\n]+$/i.test(before)) return 'there'
  if (/\bdear[^\S\n]+$/i.test(before)) return 'customer'
  return GAP
}

/** Removes the space and punctuation around a missing word; the rest of the owner's words stays as it is. */
const closeGaps = (text: string): string =>
  text
    .replace(/\(\s*\uE000\s*\)|"\s*\uE000\s*"|'\uE000'/g, GAP)
    .replace(/(?:\bno\.?\s*|#\s*)?\uE000(?:'s\b)?/gi, GAP)
    .replace(/(?:\uE000\s*)+/g, (gap) => (/\s$/.test(gap) ? `${GAP} ` : GAP))
    .replace(
      /(^|[.!?\n]\s*)\uE000[\s,;:.!?-]*(\p{L}?)/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/[,;:-]?[^\S\n]*\uE000[^\S\n]*(?=[,.;:!?)\n]|$)/g, '')
    .replace(/[^\S\n]*\uE000[^\S\n]*/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/([.!?])\.(?!\.)(?<!\.{3})/g, '$1')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A name takes no replies. What stood around a request may be one as well: 'Reply Reply STOP STOP'. */
const withoutStopRequests = (text: string): string =>
  asksForStop(text) ? withoutStopRequests(closeGaps(cutStopRequests(text, GAP))) : text

/** Phones make a tappable link of everything up to the next space: nothing may touch it. */
const setLinkApart = (text: string, link: string): string => {
  const [before = '', ...rest] = withLink(text).split(LINK)
  const lead = before.replace(/[[("'<{]+$/, '').replace(/[^\S\n]+$/, '')
  const after = rest
    .join('')
    .replace(/^[\])"'>}.,;:!?]+(?=\s|$)/, '')
    .replace(/^[^\S\n]+/, '')
  return [lead, link, after]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
}

/** At the end, but before words like 'Reply STOP to opt out', which it would seem to belong to. */
const withLink = (text: string): string => {
  if (text.includes(LINK)) return text
  const stop = indexOfStopWords(text)
  const sentence = [...text.slice(0, stop).matchAll(/[.!?)\n]\s*(?=\S)|\s+$/g)].at(-1)
  const at = stop === text.length ? stop : sentence ? sentence.index + sentence[0].length : 0
  return `${text.slice(0, at)} ${LINK} ${text.slice(at)}`
}

const withOptOut = (text: string, template: string, { optOut, reviewLink }: TextParts): string => {
  if (optOut.kind === 'reply' && saysHowToStop(template)) return text
  const isEnded = text.endsWith(reviewLink) || /[.!?:,;)\]"'\n]$/.test(text)
  const words = optOut.kind === 'reply' ? 'Reply STOP to opt out' : `Opt out: ${optOut.url}`
  return `${text}${isEnded ? '' : '.'} ${words}`
}
