import { expect, test } from 'vitest'
import { whySilent, type SilentFacts } from './why-silent-rules.ts'

const FACTS = {
  isFenced: false,
  paused: null,
  business: { troubles: [] },
  organisations: [
    { state: 'connected', needsReconnect: false, liveSince: '2026-11-01T00:00:00Z', waitingEvents: 0 },
  ],
  settings: { isOn: true },
  funds: { autoTopUp: 'off' },
  texts: { waiting: 0, waitingForFunds: 0, held: 0, unknown: 0 },
}

test.each([
  [{ waitingForFunds: 1 }, 'What is left does not cover the next text: 1 waits.'],
  [{ waitingForFunds: 2 }, 'What is left does not cover the next text: 2 wait.'],
  [{ unknown: 1 }, '1 was handed over without an answer, and is looked for.'],
  [{ unknown: 2 }, '2 were handed over without an answer, and are looked for.'],
])('of %j it says one or several', (texts, what) => {
  const facts = { ...FACTS, texts: { ...FACTS.texts, ...texts } }
  expect(whySilent(facts as unknown as SilentFacts)).toMatchObject([{ what }])
})

test.each([
  [1, '1 waits for its turn: see below when it is due.'],
  [20, '20 wait for their turn: see below when the next is due.'],
])(
  'of %i texts that wait the moment is left to the page, which says it by the reader’s clock',
  (waiting, what) => {
    const texts = { ...FACTS.texts, waiting, nextDueAt: '2026-12-03T05:48:45.388Z' }
    const facts = { ...FACTS, texts }
    expect(whySilent(facts as unknown as SilentFacts)).toEqual([{ what }])
  },
)
