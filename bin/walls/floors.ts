import type { IForbiddenRuleType } from 'dependency-cruiser'

type Floor = { name: string; rooms: Record<string, Front> }
/** What other rooms may import of a room: the one or the few files named, or everything. The wiring may import all. */
type Front = readonly string[] | 'everything'

/** The server's rooms, from the ground up. A room imports from its own files and from lower floors only. */
export const FLOORS: Floor[] = [
  {
    name: 'without a product word',
    rooms: {
      platform: 'everything',
    },
  },
  {
    name: 'the vendors',
    rooms: {
      integrations: 'everything',
    },
  },
  {
    name: 'the rows and who may see them',
    rooms: {
      database: [
        'act-once',
        'bring-up-to-date',
        'database',
        'fence',
        'invoice-of-text',
        'known-schema',
        'moves',
        'tables',
        'tables/[a-z-]+',
      ],
    },
  },
  {
    name: 'independent of other nouns',
    rooms: {
      sessions: [
        'account-queries',
        'cookies',
        'count-guesses',
        'one-time-token',
        'require-session',
        'round-trip',
        'session',
        'support-session',
      ],
      ledger: ['book-transfer', 'check-ledger', 'reserve-funds'],
      audit: ['audit-queries', 'record-act', 'record-export'],
      texts: [
        'phones/recipient-zones-rules',
        'failure-rules',
        'inbound-rules',
        'link-token',
        'phones/phone-hash',
        'phones/phone-rules',
        'priced-text',
        'sender-rules',
        'sms-status-rules',
        'text-rules',
      ],
    },
  },
  {
    name: 'who must not be texted',
    rooms: {
      'opt-outs': ['opt-out'],
    },
  },
  {
    name: 'the owner’s business and its books',
    rooms: {
      businesses: [
        'ask-google',
        'business-time-zone',
        'choose-business',
        'enqueue-check-place',
        'home-country',
        'place-on-the-wire',
        'settings-version',
      ],
      organisations: [
        'ask-xero',
        'connecting/disconnect-organisations',
        'connecting/forget-tokens',
        'organisation-queries',
        'read-facts-again',
        'seal-tokens',
        'xero-links-rules',
      ],
    },
  },
  {
    name: 'by whom it texts',
    rooms: {
      senders: ['inbound-fault', 'sender-queries'],
    },
  },
  {
    name: 'what is compared',
    rooms: {
      experiments: ['experiment-queries', 'experiment-rules', 'refuse-change', 'side-of', 'statistics-rules'],
    },
  },
  {
    name: 'what Xero says',
    rooms: {
      invoices: [
        'ask-of-documents',
        'contact-reader',
        'fetch-invoices',
        'invoice-queries',
        'look-closer',
        'next-page',
      ],
    },
  },
  {
    name: 'the main job',
    rooms: {
      'review-requests': [
        'deciding/as-decider',
        'deciding/cancel-unpaid',
        'deciding/decide-in-turn',
        'deciding/decide-invoices',
        'deciding/decision-queries',
        'deciding/paid-date-rules',
        'deciding/recipient-hours-rules',
        'deciding/renew-customers',
        'deciding/review-request-rules',
        'deciding/review-rules',
        'deciding/sending-hours-rules',
        'life/end-requests',
        'life/release-requests',
        'life/schedule-reminders',
        'life/text-life',
        'reminding/refuse-text',
        'reminding/refuse-waiting',
        'reminding/remindable-queries',
        'reminding/reminder-rules',
        'reminding/reminder-settings',
        'reminding/mails/end-mails',
        'reminding/mails/hash-address',
        'reminding/mails/mail-queries',
        'reminding/mails/plan-mails',
        'reminding/mails/send-reminder-mails',
        'replaying/replay-decisions',
        'replaying/replay-queries',
        'sending/send-at-once',
        'sending/unknown/adopt-found',
        'sending/apply-statuses',
        'sending/cancel-each',
        'sending/claim-queries',
        'sending/claim-rules',
        'sending/left-out-queries',
        'sending/unknown/find-at-gateway',
        'sending/unknown/found-texts',
        'sending/unknown/stuck-attempts',
        'sending/pace/waiting-turns',
        'timeline/clock-queries',
        'timeline/words/against-rules',
        'timeline/words/choices-rules',
        'timeline/words/customers-clock-rules',
        'timeline/mending/help-rules',
        'timeline/mending/mending-queries',
        'timeline/funds-last-days',
        'timeline/mending/mending-rules',
        'timeline/words/removed-words-rules',
        'timeline/words/request-words-rules',
        'timeline/search-rules',
      ],
      'message-settings': ['present-sender-rules', 'settings-queries', 'template-queries'],
    },
  },
  {
    name: 'around it',
    rooms: {
      payments: [
        'auto-top-ups/pause-unconfirmed',
        'auto-top-ups/set-auto-top-up',
        'payment-deps',
        'top-ups/reconcile-payments',
        'top-ups/restore-orders',
        'top-ups/stripe-event-rules',
        'top-ups/text-price',
      ],
      'test-texts': ['test-number-queries', 'test-text-queries'],
      backups: ['check-backups', 'read-identities', 'restoring/left-behind'],
    },
  },
  {
    name: 'what a stranger touches',
    rooms: {
      links: [],
      claims: [
        'adopt-claims',
        'draw-sheet',
        'is-first-minting',
        'list-codes',
        'mint-codes',
        'release-owned-codes',
        'slug',
      ],
    },
  },
  {
    name: 'what an owner sees',
    rooms: {
      activity: ['activity-queries', 'activity-rules', 'activity-totals-rules', 'to-mend-queries'],
      reviews: ['connecting/connection-life', 'connecting/detach-profile', 'connecting/seal-profile-token'],
      backtest: [],
      changes: [],
      support: ['support-consent'],
    },
  },
  {
    name: 'what an owner is mailed',
    rooms: {
      notices: [],
    },
  },
  {
    name: 'when X, then Y',
    rooms: {
      flows: ['erasing/try-erasing-customer', 'funds/grant-funds'],
    },
  },
  {
    name: 'the doors',
    rooms: {
      webhooks: [],
      pages: [],
      operations: ['checks/check', 'examine', 'inbox'],
    },
  },
  {
    name: 'the operator’s console',
    rooms: {
      operator: [],
    },
  },
  {
    name: 'the wiring',
    rooms: {
      wiring: ['run-worker', 'serve-api'],
    },
  },
]

const TESTS = '\\.test\\.tsx?$'

/** Two walls a room: what it must not import, being on the same floor or above; and what of it others may import. */
export const floorWalls = (): IForbiddenRuleType[] =>
  FLOORS.flatMap(({ rooms }, floor) =>
    Object.entries(rooms).flatMap(([room, front]) => [
      {
        name: `floor-of-${room}`,
        severity: 'error' as const,
        from: { path: `^server/${room}/`, pathNot: TESTS },
        to: { path: `^server/(${roomsFrom(floor, room).join('|')})/|^server/[^/]+$` },
      },
      ...(front === 'everything' ? [] : [frontWall(room, front)]),
    ]),
  )

const frontWall = (room: string, front: readonly string[]): IForbiddenRuleType => ({
  name: `front-of-${room}`,
  severity: 'error',
  from: { path: '^server/', pathNot: [`^server/(${room}|wiring)/`, '^server/[^/]+$', TESTS] },
  to: {
    path: `^server/${room}/`,
    ...(front.length > 0 ? { pathNot: `^server/${room}/(${front.join('|')})\\.ts$` } : {}),
  },
})

const roomsFrom = (floor: number, except: string): string[] =>
  FLOORS.slice(floor).flatMap(({ rooms }) => Object.keys(rooms).filter((room) => room !== except))
