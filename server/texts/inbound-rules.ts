import { withoutQuotations } from './quotation-rules.ts'

export type InboundMeaning = 'stop' | 'start' | 'other'

/**
 * What a customer's text asks for. A refusal may be in any words, so when in doubt it is 'stop'. 'Yes' is no 'start':
 * it may be an answer to the request for a review.
 */
export const meaningOfInbound = (body: string, optOutType?: string): InboundMeaning => {
  const byGateway = optOutType?.toUpperCase()
  if (byGateway === 'STOP') return 'stop'
  if (byGateway === 'START') return 'start'
  const said = withoutQuotations(body)
  const text = plainWords(said)
  if (STOP_WORD.test(text)) return 'stop'
  if (START_WORD.test(text)) return 'start'
  return asksToStop(text, said) ? 'stop' : 'other'
}

/** Lower case, no punctuation, no courtesies around: ' "Please, STOP!!" ' → 'stop'. */
const plainWords = (body: string): string =>
  body
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const STOP_WORD = wholeText(
  'stop( ?all)?|stop (now|it|this|that|them|texting|messages|msgs|texts|sms|thank you|thanks|thx|ta|mate)',
  's t o p|sto+p+|stpo|sotp|stop[12.]|st0p',
  'unsub(scribe)?|unsuscribe|unsubcribe|end|quit|revoke|cancel|opt ?out|remove( me)?|delete( me)?|arret|alto',
  'wrong (number|person)|not interested|leave me alone|no more|spam|go away|get lost',
  '(fuck|piss|bugger|sod|rack) off|f off',
)

const START_WORD = wholeText('start( again)?|unstop|resubscribe|subscribe|opt ?in')

function wholeText(...words: string[]): RegExp {
  return new RegExp(
    `^((please|pls|plz|ok|okay|hi|hey|yes|no|just) )*(${words.join('|')})( (please|pls|plz|thanks|thank you|ty|mate|now|all))*$`,
  )
}

const asksToStop = (text: string, body: string): boolean => {
  // 'Don't stop, great work' is no refusal; 'don't stop ... and don't text me' is one.
  const asked = text.replace(
    /\b(dont|do not|never|cant|cannot|wont|didnt|not|non|couldnt|doesnt|without) (ever )?(stop|unsubscribe|quit)\b/g,
    ' ',
  )
  if (REFUSALS.some((refusal) => refusal.test(asked))) return true
  if (!/\bstop\b/.test(asked)) return false
  return asked.split(' ').length <= 3 || shoutsStop(body)
}

const TEXTS =
  '(texts?|txts?|messages?|msgs?|sms|spam|reviews?|requests?|reminders?|these|those|any ?more|it to me)'
const TEXTING = '(text|txt|messag|msg|sms|contact|spam|send|bother|harass|pester|annoy|ring|call|email|ask)'

const REFUSALS = [
  new RegExp(
    `\\bstop ((with|all|sending|getting|receiving|me|the|your|this|these|those) )*(${TEXTS}|${TEXTING}(e|ing|ging)?)\\b`,
  ),
  /\b(please|pls|plz|just|can you|could you|must|now) stop( (now|it|this|that|please))*$/,
  new RegExp(
    `(?<!\\b(i|we|they|you|he|she|usually|normally) )\\b(dont|do not|never|no need to|not to) (ever |you |keep )*${TEXTING}(e|ing|ging)? ?(me|us|this|these|any|again|my|here|texts|messages|more|$)`,
  ),
  new RegExp(
    `\\b(no more|dont want|do not want|didnt want|not want|sick of|tired of|enough of|quit|cease) (to (get|receive|have) |any |more |your |the |these |sending |all |of )*(${TEXTS}|${TEXTING}(e|ing|ging)?)\\b`,
  ),
  /\b(remove|delete|take|erase|scrub) (me|us|my (name|number|phone|mobile|details|contact)|this (number|phone|mobile)|(my|our) data)( (off|from|out)\b|\b(?! (to|for|a|an|some)\b))/,
  /\bunsub(scribe)?\b|\bunsuscribe\b|\bopt(ing|ed)?( me)? ?out\b|\b(revoke|withdraw) (my )?(consent|permission)\b/,
  /\bleave me alone\b|\blose (my|this) number\b|\b(this is|its|reported? (as|for)|more) spam\b|\bspamming\b|\bharass/,
  /\bwrong (number|person)\b|\bhow did you get my (number|details)\b|\bnever (been|was|used|heard of) (a customer|you|your)\b/,
  /\b(fuck|piss|bugger|sod|rack) off\b|\bgo away\b/,
]

/** 'I said STOP' in an otherwise quiet text. */
const shoutsStop = (body: string): boolean =>
  /\bSTOP\b/.test(body) && /[a-z]/.test(body) && !/['’]T STOP\b|\b(NOT|NEVER|non)[ -]STOP\b/i.test(body)
