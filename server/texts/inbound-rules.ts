import { FRENCH_REFUSALS, FRENCH_STOP_WORDS } from './french-refusal-rules.ts'
import { withoutQuotations } from './quotation-rules.ts'
import { asksUsToStop } from './stop-sentence-rules.ts'

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

/** Lower case, no accents, no punctuation: ' "Arrêt, STOP!!" ' → 'arret stop'. */
const plainWords = (body: string): string =>
  body
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const COURTESIES = 'please|pls|plz|svp|sil (vous|te) plait|merci|por favor|gracias|bitte|danke'

const STOP_WORD = wholeText(
  'stop( ?all)?|stop (now|it|this|that|them|texting|messages|msgs|texts|sms|thank you|thanks|thx|ta|mate)',
  's t o p|sto+p+|stpo|sotp|stop[12.]|st0p',
  'un ?sub(scribe)?|unsuscribe|unsubcribe|end|quit( it)?|(i )?revoke|cease( and desist)?|cancel|opt ?out|remove( me)?|delete( me)?',
  'wrong (number|person)|not interested|no further (texts?|txts?|messages?|msgs?|sms|contact)|leave me alone|no more|no reviews?|spam|go away|get lost',
  '(fuck|piss|bugger|sod|rack) off|f off',
  // What French and Spanish speakers send for STOP in North America, and the like in other languages.
  ...FRENCH_STOP_WORDS,
  'alto|baja|parar|pare|cancelar|detener|salir|sair|no mas|nao quero mais|desuscribir(me)?',
  'abmelden|abbestellen|afmelden|uitschrijven|annulla|disiscrivi(mi)?',
)

const START_WORD = wholeText('start( again)?|unstop|resubscribe|subscribe|opt ?in')

function wholeText(...words: string[]): RegExp {
  return new RegExp(
    `^((ok|okay|hi|hey|yes|no|just|${COURTESIES}) )*(${words.join('|')})( (thanks|thank you|ty|mate|now|all|${COURTESIES}))*$`,
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
  return asked.split(' ').length <= 3 || shoutsStop(body) || sentencesOf(body).some(asksUsToStop)
}

/** 'Please stop. Thanks, Sam': a sentence or a line may say it by itself. */
const sentencesOf = (body: string): string[] => body.split(/[.!?;,\n]+/).map(plainWords)

const TEXTS =
  '(texts?|txts?|messages?|msgs?|sms|spam|reviews?|requests?|reminders?|these|those|any ?more|it to me)'
const TEXTING = '(text|txt|messag|msg|sms|contact|spam|send|bother|harass|pester|annoy|ring|call|email|ask)'

const REFUSALS = [
  new RegExp(
    `\\bstop ((with|all|sending|getting|receiving|me|the|your|this|these|those) )*(${TEXTS}|${TEXTING}(e|ing|ging)?)\\b`,
  ),
  new RegExp(
    `(?<!\\b(i|we|they|you|he|she|usually|normally) )\\b(dont|do not|never|no need to|not to) (ever |you |keep )*${TEXTING}(e|ing|ging)? ?(me|us|this|these|any|again|my|here|texts|messages|more|further|$)`,
  ),
  new RegExp(
    `\\b(no more|dont want|do not want|didnt want|not want|(dont|do not) wish|sick of|tired of|enough of|quit|cease) (to (get|receive|have) |any |more |further |your |the |these |sending |all |of )*(${TEXTS}|${TEXTING}(e|ing|ging)?)\\b`,
  ),
  /\b(remove|delete|take|erase|scrub) (me|us|my (name|number|phone|mobile|details|contact)|this (number|phone|mobile)|(my|our) data)( (off|from|out)\b|\b(?! (to|for|a|an|some)\b))/,
  /\bun ?sub(scribe)?\b|\bunsuscribe\b|\bopt(ing|ed)?( me)? ?out\b|\bcease and desist\b|\b(revoke|withdraw) (my )?(consent|permission)\b/,
  /\bleave me alone\b|\b(i am|im) (really |just |so )?not interested\b|\blose (my|this) number\b|\b(this is|its|reported? (as|for)|more) spam\b|\bspamming\b|\bharass/,
  /\bwrong (number|person)\b|\bhow did you get my (number|details)\b|\bnever (been|was|used|heard of) (a customer|you|your)\b/,
  /\b(fuck|piss|bugger|sod|rack) off\b|\bgo away\b/,
  ...FRENCH_REFUSALS,
  /\bdar(me|nos) de baja\b|\bno (quiero )?(recibir )?mas (mensajes|textos|sms)\b|\bdej(a|e|en) de (enviar|mandar|escribir|contactar|molestar)/,
  /\bno me (envien?|envies|manden?|mandes|escriban?|escribas|contacten?|contactes) mas\b|\bnao quero mais (receber )?(mensage|sms)/,
]

/** 'I said STOP' in an otherwise quiet text. */
const shoutsStop = (body: string): boolean =>
  /\bSTOP\b/.test(body) && /[a-z]/.test(body) && !/['’]T STOP\b|\b(NOT|NEVER|non)[ -]STOP\b/i.test(body)
