import type { Figure, Part } from '../figures.ts'
import { medianOf, type Spread } from '../rig/percentiles.ts'
import { overPairs, type Speeds } from './side-by-side.ts'

/** Of texts/s, and of the processor for a text. */
const SLOWER_BY = 1.15
const READS_SLOWER_BY = 1.5
const READ_MS = 30

/** What was measured with so many texts stored, of the side that has them and of the one beside it. */
export type Measured = { rows: number; few: Speeds; many: Speeds; reads: Map<string, Spread> }

type Stored = { before: number; after: number }

/** `stored`: how many texts each side had before the first size was written, and at the end. */
export const historyPart = (measured: Measured[], stored: Record<'many' | 'few', Stored>): Part => {
  const first = measured[0]!
  const last = measured.at(-1)!
  const counted = (rows: number) => `${rows.toLocaleString('en-AU')} stored`
  const slowest = [...last.reads].toSorted(([, one], [, other]) => other.p99 - one.p99)[0]!
  return {
    letter: 'g',
    title: `with history stored: bursts beside one that was given ${counted(first.rows)}, and screens of businesses that did not grow`,
    figures: [
      ...measured.map(({ rows, many }): Figure => ({
        what: `texts, ${counted(rows)}`,
        value: medianOf(many.compared),
        unit: '/s',
        note: listed(many.all),
      })),
      ...measured.map(({ rows, few, many }): Figure => {
        const pairs = overPairs(few.compared, many.compared)
        return {
          what: `the one beside it over ${counted(rows)}, median`,
          value: pairs.median,
          unit: '×',
          ...(rows === last.rows ? { bar: { atMost: SLOWER_BY } } : {}),
          note: pairsNote(pairs),
        }
      }),
      ...measured.flatMap(({ rows, few, many }): Figure[] => [
        processorFigure(`processor for a text, ${counted(rows)}`, many),
        processorFigure('beside it', few),
        {
          what: `processor over the one beside it, ${counted(rows)}`,
          value: processorOf(many) / processorOf(few),
          unit: '×',
          ...(rows === last.rows ? { bar: { atMost: SLOWER_BY } } : {}),
          note: pairsNote(overPairs(many.processor, few.processor)),
        },
      ]),
      storedFigure('texts at the end', stored.many),
      storedFigure('texts at the end, beside it', stored.few),
      ...[...last.reads].map(([what, { p50 }]): Figure => ({
        what: `${what}, most over fewest stored`,
        value: p50 / first.reads.get(what)!.p50,
        unit: '×',
        bar: { atMost: READS_SLOWER_BY },
        note: measured.map(({ reads }) => reads.get(what)!.p50.toFixed(2)).join(', ') + ' ms',
      })),
      {
        what: 'the slowest of them, p99',
        value: slowest[1].p99,
        unit: 'ms',
        bar: { atMost: READ_MS },
        note: slowest[0],
      },
      {
        what: 'all of them, median',
        value: medianOf([...last.reads.values()].map(({ p50 }) => p50)),
        unit: 'ms',
      },
    ],
  }
}

const pairsNote = ({ each, lowest, highest, certainty }: ReturnType<typeof overPairs>): string =>
  `${lowest.toFixed(2)} to ${highest.toFixed(2)} holds the median with ${Math.floor(100 * certainty)} %: ${listed(each, 2)}`

const storedFigure = (what: string, { before, after }: Stored): Figure => ({
  what,
  value: after,
  unit: '',
  note: `${before} of them from before`,
})

const processorOf = ({ cpu: { api, worker, postgres } }: Speeds): number => api + worker + postgres

const processorFigure = (what: string, side: Speeds): Figure => {
  const { api, worker, postgres } = side.cpu
  return {
    what,
    value: processorOf(side),
    unit: 'ms',
    note:
      `api ${api.toFixed(2)}, worker ${worker.toFixed(2)}, postgres ${postgres.toFixed(2)}; ` +
      `log ${side.pages.logKiB.toFixed(1)} KiB, pages logged whole ${side.pages.logged.toFixed(1)}, read in ${side.pages.read.toFixed(1)}`,
  }
}

export const listed = (numbers: number[], digits = 0): string =>
  numbers.map((one) => one.toFixed(digits)).join(', ')
