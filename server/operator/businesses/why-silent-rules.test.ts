import { expect, test } from 'vitest'
import { whySilent, type SilentFacts } from './why-silent-rules.ts'

test.each([
  [1, '1 waits for its turn: see below when it is due.'],
  [20, '20 wait for their turn: see below when the next is due.'],
])(
  'of %i texts that wait the moment is left to the page, which says it by the reader’s clock',
  (waiting, what) => {
    const facts = {
      isFenced: false,
      paused: null,
      business: { troubles: [] },
      organisations: [
        { state: 'connected', needsReconnect: false, liveSince: '2026-11-01T00:00:00Z', waitingEvents: 0 },
      ],
      settings: { isOn: true },
      funds: { autoTopUp: 'off' },
      texts: { waiting, nextDueAt: '2026-12-03T05:48:45.388Z', waitingForFunds: 0, held: 0, unknown: 0 },
    }
    expect(whySilent(facts as unknown as SilentFacts)).toEqual([{ what }])
  },
)
