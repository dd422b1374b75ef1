/** Whether the text itself says how to opt out: not only that one may, but by which word. */
export const saysHowToStop = (text: string): boolean =>
  REPLY_STOP.test(text) || (OPT_OUT.test(text) && (asksForStop(text) || STOP_ALONE.test(text)))

/** Where the words about opting out begin; the end of the text where there are none. */
export const indexOfStopWords = (text: string): number =>
  Math.min(...[REPLY_STOP, OPT_OUT].map((words) => words.exec(text)?.index ?? text.length))

const REPLY_STOP =
  /\b(reply|respond|text|txt|send|say|type)( with| back)? ["']?stop\b|\bstop["']? (to|2) (opt|end|cancel|unsub|quit|leave(?! (us|a|your)\b)|stop)/i

const OPT_OUT = /\bopt[ -]?out\b/i

const STOP_ALONE = /\bSTOP\b(?! (BY|IN|OVER|AT)\b)/

/** Whether it asks for a STOP by text, which a name cannot receive. */
export const asksForStop = (text: string): boolean => new RegExp(REQUEST, 'i').test(text)

/** The text with `gap` in place of each request to text STOP, of the words that lead to it and of its purpose. */
export const cutStopRequests = (text: string, gap: string): string =>
  text.replaceAll(new RegExp(LEAD + REQUEST + PURPOSE, 'gi'), gap)

/** 'Reply STOP', 'text us the word "stop"', and 'STOP to opt out' without a verb; but not 'text us to stop by'. */
const REQUEST = [
  String.raw`(?:\b(?:reply|respond|answer|text|txt|sms|message|send|say|type|write)(?:ing)?`,
  String.raw`(?:\s+(?:us|me|back|just|with|by|to|the|this|a|single|word|text|message|sms|number|saying))*`,
  String.raw`[\s:=-]*["'*(]?\bstop\b["'*)]?(?!\s+(?:by|in|over)\b)`,
  String.raw`|\bstop["')]?\s*(?:\bto\b|\b2\b|\bfor\b|[=:])\s*(?:opt(?:[ -]?out)?|end|cancel|unsub|quit|stop|leave\b(?!\s+(?:us|a|your)\b))\w*)`,
].join('')

// From the private use area: where the review link will stand. No request reaches across it, or across a sentence.
const WITHIN = String.raw`[^.!?\n\uE001]`

/** At most two of them, so that no template takes long to search. */
const LEAD = [
  String.raw`(?:[,;:]\s*)?(?:(?:\b(?:to|2)\s+(?:opt|unsub|stop|end|cancel|be\s+(?:removed|taken))${WITHIN}{0,40}?`,
  String.raw`|\bif\s+you(?:'d)?\s+(?:do\s+not|don't|no\s+longer|would\s+rather|rather|prefer|want\s+to\s+(?:opt|stop|unsub))${WITHIN}{0,60}?`,
  String.raw`|\b(?:opt[ -]?outs?|unsubscribe|no\s+more\s+texts|please|just|simply|or|and|you\s+(?:can|may))\b)[\s,:;?=-]*){0,2}`,
].join('')

const PURPOSE = String.raw`(?:\s+back\b)?(?:(?:\s*(?:\b(?:to|2|if|at|any|for|now|and\s+(?:we|you))\b|=)|,?\s*\bor\b)(?:(?!\s[-|/~]\s)[^.!?\n\uE001,;()[\]])*)*`
