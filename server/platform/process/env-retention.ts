import { z } from 'zod'

const between = (unit: string, [least, most]: [number, number], why: string) => {
  const words = `must be a whole number of ${unit} from ${least} to ${most}: ${why}`
  return z.coerce.number({ error: words }).int(words).min(least, words).max(most, words)
}

/** How long what names a person is kept. Each has a minimum, below which something that the product promises breaks. */
export const retentionSettings = {
  /** The words of a text that was sent. */
  KEEP_TEXTS_MONTHS: between(
    'months',
    [2, 120],
    'a text is looked up at the gateway, and known again after a restore, by its words',
  ).optional(),
  /** Names, numbers and addresses of customers. Cooldowns and opt-outs go by keyed hashes, which stay. */
  KEEP_CUSTOMERS_MONTHS: between(
    'months',
    [3, 120],
    'payments come in late, and texts are held, put off and reported on for weeks',
  ).default(24),
  /** When the link of a text was opened; how often stays. */
  KEEP_VISITS_DAYS: between('days', [30, 3650], 'their owner looks back for a month').default(180),
  /** Messages of Xero and Twilio that were handled. */
  KEEP_EVENTS_DAYS: between(
    'days',
    [15, 365],
    'a payment may be reported 14 days late, and again meanwhile',
  ).default(31),
  /** What the gateway reported of a text. */
  KEEP_CALLBACKS_DAYS: between(
    'days',
    [31, 3650],
    'texts that a restore had forgotten are kept for 30 days',
  ).default(90),
  /** That a customer texted, and whether it was STOP: by a keyed hash, without the words. */
  KEEP_REPLIES_DAYS: between(
    'days',
    [90, 3650],
    'STOP and START are told apart by their order, also after a restore',
  ).default(365),
}

type Given = { KEEP_TEXTS_MONTHS?: number | undefined; KEEP_CUSTOMERS_MONTHS: number }

/** A text names its customer. */
export const textsGoFirst = ({ KEEP_TEXTS_MONTHS = 0, KEEP_CUSTOMERS_MONTHS }: Given): boolean =>
  KEEP_TEXTS_MONTHS <= KEEP_CUSTOMERS_MONTHS

const TEXTS_BY_DEFAULT = 13

/** Texts are kept for less long where customers are, without being told to. */
export const withKeptTexts = <Settings extends Given>(
  given: Settings,
): Settings & { KEEP_TEXTS_MONTHS: number } => ({
  ...given,
  KEEP_TEXTS_MONTHS: given.KEEP_TEXTS_MONTHS ?? Math.min(TEXTS_BY_DEFAULT, given.KEEP_CUSTOMERS_MONTHS),
})

/**
 * What goes with its partition goes so many days later at most: so long is one, as `partition_of` says in SQL, and two
 * days, because the rows of one that cannot be dropped for a day go one by one in the night after it.
 */
export const LATER_DAYS = { KEEP_EVENTS_DAYS: 10 + 2, KEEP_CALLBACKS_DAYS: 30 + 2, KEEP_VISITS_DAYS: 30 + 2 }

/**
 * So many days messages of an organisation that cannot be asked wait, unless what was handled is kept for longer: what
 * it missed is found by a sweep, and is too old for a text.
 */
export const WAITING_EVENTS_DAYS = 90
