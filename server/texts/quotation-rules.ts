import { asksForStop, cutStopRequests } from './stop-words-rules.ts'

/**
 * What a customer wrote, without a quotation of our text and without what a reaction quotes: phones send a heart as
 * 'Loved “Hi Sam, … Reply STOP to opt out”', and those words are ours.
 */
export const withoutQuotations = (body: string): string =>
  withoutReaction(body.replace(/\p{Cf}/gu, ''))
    .replace(QUOTATION, (quoted) => (isOurs(quoted) ? ' ' : quoted))
    .replace(CUT_QUOTATION, (quoted) => (isOurs(quoted) && ENDS_WITH_OURS.test(quoted) ? ' ' : quoted))

/** Phones put a reaction's quotation in marks; carriers cut a long one off before its end. */
const withoutReaction = (text: string): string => {
  const [begun, doing, mark] = REACTION.exec(text) ?? []
  if (begun === undefined) return text
  const rest = text.slice(begun.length)
  const end = Math.max(...[...CLOSING[mark!]!].map((closing) => rest.lastIndexOf(closing)))
  if (end < 0) return rest.length < SHORTEST_CUT ? text : `${doing} ${notOursOfCut(rest)}`
  const quoted = rest.slice(0, end)
  const isOne = ![...CLOSING[mark!]!].some((closing) => quoted.includes(closing))
  const others = LINK.test(quoted) ? ' ' : notOurs(quoted)
  return isOne || asksForStop(quoted) ? `${doing} ${others} ${rest.slice(end + 1)}` : text
}

/** Of a quotation without a link it is not known whose words it has: only what asks for a STOP by text is ours. */
const notOurs = (quoted: string): string => cutStopRequests(quoted, ' ')

/** Of a quotation without an end: up to its link it is ours, and behind that as far as a request that is whole. */
const notOursOfCut = (cut: string): string => {
  if (!LINK.test(cut)) return notOurs(cut)
  const behind = cut.replace(UP_TO_LINK, ' ')
  return asksForStop(behind) ? notOurs(behind) : ' '
}

const CLOSING: Record<string, string> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‘': '’',
  "'": "'",
}

const SHORTEST_CUT = 40

/** 'Liked “', 'Removed a heart from “', 'Reacted 👍 to “', '👍 to “'. */
const REACTION = new RegExp(
  String.raw`^\s*((?:loved|liked|disliked|laughed at|emphasi[sz]ed|questioned` +
    String.raw`|(?:reacted|removed) [^"“”„«»]{0,40}\b(?:to|from)|[^\p{L}"“”„«»‘’]{1,40} to)\s*)(["“”„«»‘'])`,
  'iu',
)

const QUOTATION =
  /(?<![\p{L}\p{N}])(?:"[^]*?"|“[^]*?”|„[^]*?[“”]|«[^]*?»|»[^]*?«|‘[^]*?’|'[^]*?')(?![\p{L}\p{N}])/gu

const CUT_QUOTATION = /["“„«][^"“”„«»]*$/

/** Each text of ours has a link; the words of others about STOP have none. */
const isOurs = (quoted: string): boolean => LINK.test(quoted) && asksForStop(quoted)

const LINK = /https?:\/\//i

const UP_TO_LINK = /^[^]*https?:\/\/\S*/i

/** Nothing of the customer's stands behind it. */
const ENDS_WITH_OURS = /^(?:(?!\bstop\b).)*\bstop\b["']?(\s*\b(to|2|for)\b( \w+){0,2})?\W*$/is
