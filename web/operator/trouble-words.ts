import type { Trouble } from '../../contracts/operator.ts'
import type { BadgeTone } from '../ui/feedback/badge.tsx'

/** What a trouble is called in the list, and how grave it is. */
export const TROUBLE_WORDS: Record<Trouble, { words: string; tone: BadgeTone }> = {
  'not-connected': { words: 'Not connected', tone: 'bad' },
  'needs-reconnect': { words: 'Waits for reconnect', tone: 'bad' },
  'xero-refuses': { words: 'Xero refuses', tone: 'bad' },
  'out-of-funds': { words: 'Out of funds', tone: 'warn' },
  silent: { words: 'Silent', tone: 'warn' },
  refused: { words: 'Last text refused', tone: 'warn' },
  'switched-off': { words: 'Switched off', tone: 'plain' },
  paused: { words: 'Paused by us', tone: 'wait' },
  deactivated: { words: 'Deactivated', tone: 'plain' },
}
