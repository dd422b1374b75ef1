/** What the network does with a number: refuse it at once, or take the text and report this status in the end. */
export type Fate =
  | { kind: 'refused'; code: number; message: string; words: string }
  | { kind: 'fails'; status: 'undelivered' | 'failed'; code: number; message: string; words: string }
  | { kind: 'silent'; words: string }

/** Numbers that do not receive texts in the ordinary way; every other number does. */
export const SPECIAL_NUMBERS: Record<string, Fate> = {
  '+61491578888': {
    kind: 'refused',
    code: 21614,
    message: "'To' number: +61491578888, is not a valid mobile number",
    words: 'is a landline: refused (21614)',
  },
  '+61491578957': {
    kind: 'refused',
    code: 21610,
    message: 'Attempt to send to unsubscribed recipient',
    words: 'opted out long ago: refused (21610)',
  },
  '+61491579212': {
    kind: 'fails',
    status: 'undelivered',
    code: 30003,
    message: 'Unreachable destination handset',
    words: 'is switched off: undelivered (30003)',
  },
  '+61491579455': {
    kind: 'fails',
    status: 'failed',
    code: 30007,
    message: 'Message filtered',
    words: 'has a carrier that filters: failed (30007)',
  },
  '+61491579760': { kind: 'silent', words: 'never reports delivery: stays sent' },
}
