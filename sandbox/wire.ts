/** One line of the console's log. */
export type WireLine = {
  id: number
  at: string
  who: 'xero' | 'twilio' | 'google' | 'stripe' | 'mail' | 'you'
  what: string
  went: 'well' | 'badly' | 'fault'
}

export type Wire = {
  note: (line: { who: WireLine['who']; what: string; went?: WireLine['went'] }) => void
  lines: () => WireLine[]
  /** Called when something changed that the console shows or the snapshot keeps. */
  changed: () => void
  onChange: (listener: () => void) => () => void
}

const KEPT = 300

export const createWire = (now: () => Date): Wire => {
  const listeners = new Set<() => void>()
  let lines: WireLine[] = []
  let lastId = 0

  const changed = () => {
    for (const listener of listeners) listener()
  }

  return {
    note: ({ who, what, went = 'well' }) => {
      lastId += 1
      lines = [...lines.slice(1 - KEPT), { id: lastId, at: now().toISOString(), who, what, went }]
      changed()
    },
    lines: () => lines,
    changed,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
