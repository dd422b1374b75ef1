import { spacedDigits } from './written-words-rules.ts'

/**
 * Whether the reference or the number of an invoice says that it is paid before the work is done, and neither says that
 * it is the last one.
 */
export const isOfDeposit = (written: readonly (string | null | undefined)[]): boolean => {
  const texts = written.map((text) => spacedDigits(text?.replaceAll('%', ' percent ')))
  return texts.some((text) => DEPOSIT.test(text)) && !texts.some(isOfLast)
}

/** Whole words of a text in which one space stands between two. */
const anyOf = (...phrases: string[]): RegExp => new RegExp(`(?<= )(?:${phrases.join('|')})(?= )`, 'g')

const BILL = '(?:claims?|payments?|invoices?|inv|bills?|billings?|fees?|draws?)'
/** Also a road and a wall have such names: they count beside a bill, a number or a percentage. */
const STAGE = '(?:progress|retainers?)'
const THE_DEPOSIT = '(?:deposits?|dep)'

const DEPOSIT = new RegExp(
  anyOf(
    'deposits?',
    'dep \\d+',
    '\\d+ dep(?= $)',
    'percent dep',
    '(?:part|down) payments?',
    'instal{1,2}ments?',
    'interim',
    'milestones?',
    'retentions?(?! (?:tanks?|basins?|ponds?|pits?|walls?|systems?) )',
    `${STAGE} (?:no )?(?:${BILL}|\\d+)`,
    `percent ${STAGE}`,
    `${BILL} ${STAGE}(?= \\d| $)`,
  ).source,
)

const LAST = anyOf(
  `(?:less|minus) (?:\\w+ ){0,3}${THE_DEPOSIT}`,
  `${THE_DEPOSIT} (?:deducted|credited|applied)`,
  `(?:final|last) (?:progress )?(?:${BILL}|accounts?|balance|amount|instal{1,2}ment|milestone|stage|retention)`,
  `balance (?:now )?(?:due|owing|payable|outstanding|remaining|after|less|${BILL})`,
  `balance of(?! (?:the |your |\\d+ |percent )*${THE_DEPOSIT} )`,
  '(?:remaining|outstanding) balance',
)

/** 'Deposit, balance due on completion': after the word of a deposit, this is yet to come. */
const LATER = new RegExp(
  '^(?: \\w+){0,4} (?:when|once|later|to (?:follow|come)|' +
    '(?:on|upon|at|before|after|prior to)(?: \\w+)? (?:completion|delivery|handover|install(?:ation)?|finish|collection)) ',
)

const isOfLast = (text: string): boolean => {
  const deposit = text.search(DEPOSIT)
  return [...text.matchAll(LAST)].some(({ index, 0: phrase }) => {
    const isAfterDeposit = deposit !== -1 && deposit < index
    return !isAfterDeposit || !LATER.test(text.slice(index + phrase.length))
  })
}
