import { createChance, type Chance } from '../engine/chance.ts'
import type { Armed, Fate, Point } from '../engine/points.ts'

/** One thing that people do, or that goes wrong. `draw` is its own chance: leaving out a step changes no other. */
export type Step =
  | { do: 'pay'; number: number; waitMs: number; business: number; announced: boolean; mobile: boolean }
  | { do: 'pay-early'; number: number; waitMs: number; business: number }
  | { do: 'pay-many'; number: number; waitMs: number; business: number; count: number }
  | {
      do: 'pay-again' | 'undo' | 'void' | 'stop' | 'opt-out' | 'tap' | 'redo'
      number: number
      waitMs: number
      pick: number
    }
  | { do: 'hours' | 'switch'; number: number; waitMs: number; business: number }
  | { do: 'decide'; number: number; waitMs: number; business: number; pick: number }
  | { do: 'refund'; number: number; waitMs: number; pick: number }
  | { do: 'night'; number: number; waitMs: number; hours: number }
  | { do: 'fault'; number: number; waitMs: number; fault: Armed }
  | { do: 'kill' | 'freeze'; number: number; waitMs: number; place: number; forMs: number }
  | { do: 'skew'; number: number; waitMs: number; place: number; aheadMs: number }
  | { do: 'database-restart'; number: number; waitMs: number; awayMs: number }
  | {
      do: 'database-forgets'
      number: number
      waitMs: number
      awayMs: number
      backMs: number
      isSnapshot: boolean
    }

export type Plan = {
  seed: number
  businesses: {
    fundsCents: number
    opensAt: number | null
    cooldownDays: number
    hasCard: boolean
    delayMinutes: number
    pace: { perHour: number; perDay: number } | null
    /** What it compares from its first day on. */
    comparison: 'hold_out' | 'delays' | null
  }[]
  skews: number[]
  steps: Step[]
}

/** How often each thing happens, one against the other. */
const ACTS = {
  pay: 34,
  'pay-many': 6,
  'pay-early': 2,
  'pay-again': 6,
  undo: 5,
  redo: 3,
  void: 2,
  stop: 5,
  'opt-out': 3,
  tap: 3,
  hours: 2,
  switch: 2,
  decide: 8,
  refund: 1,
  night: 4,
}
const TROUBLES = {
  fault: 24,
  kill: 3,
  freeze: 4,
  skew: 1,
  'database-restart': 2,
  'database-forgets': 2,
}

/** The points at which something may befall: a word of the statement, or of the call. */
const SQL_WORDS = [
  'commit',
  'begin',
  'update',
  'insert',
  'record_accepted',
  'send_attempts',
  'leases',
  'checkouts',
  'select',
  '',
]
const RARE = 'POST /stripe/v1/payment_intents'
const VENDOR_WORDS = [
  'POST /twilio',
  'POST /twilio',
  RARE,
  RARE,
  'Messages.json',
  'Invoices',
  'Contacts',
  'token',
  '',
]
const DOOR_WORDS = ['xero', 'twilio/status', 'twilio/inbound', 'stripe', '']

const CUTS: Fate[] = ['cut-before', 'cut-after', 'late']
const SQL_FATES: Fate[] = ['die-before', 'die-after', 'stop-before', 'stop-after', ...CUTS]
const VENDOR_FATES: Fate[] = [
  ...SQL_FATES,
  'doubled',
  'no-answer',
  'error-before',
  'error-after',
  'error-after',
  'too-many',
  'late',
  'stop-before',
]
const DOOR_FATES: Fate[] = [
  'die-before',
  'die-after',
  'stop-before',
  'stop-after',
  'cut-before',
  'cut-after',
  'late',
  'doubled',
  'no-answer',
]

const STOPS_MS = [300, 3_000, 12_000, 25_000, 90_000, 400_000]
/** Before a call: short, or so long that another worker does not wait any more. */
const STOPS_AT_CALLS_MS = [3_000, 12_000, 90_000, 400_000, 400_000]

/** All of a run that is drawn before it begins. */
export const drawPlan = (seed: number, steps: number): Plan => {
  const chance = createChance(seed, 'plan')
  const businesses = Array.from({ length: 1 + chance.below(2) }, (_, index) => ({
    comparison: createChance(seed, `comparison ${index}`).pick([null, null, 'hold_out', 'delays'] as const),
    fundsCents: chance.pick([60, 300, 1_000, 5_000, 5_000]),
    opensAt: chance.happens(0.4) ? 9 * 60 : null,
    cooldownDays: chance.pick([0, 0, 1, 90]),
    hasCard: chance.happens(0.5),
    delayMinutes: chance.pick([0, 0, 0, 15]),
    pace: chance.happens(0.3) ? { perHour: chance.pick([4, 8]), perDay: 60 } : null,
  }))
  const plan: Plan = {
    seed,
    businesses,
    skews: [skewOf(chance), skewOf(chance)],
    steps: [],
  }
  for (let number = 1; number <= steps; number += 1)
    plan.steps.push(drawStep(createChance(seed, `step ${number}`), number, businesses.length))
  if (!plan.steps.some((step) => step.do === 'database-forgets')) return plan
  // What was forgotten and is not covered by the funds any more is a gift of ours.
  return {
    ...plan,
    businesses: businesses.map((business) => ({ ...business, fundsCents: 5_000 })),
    steps: rememberedBySomebody(plan.steps),
  }
}

/** What only the database knew is lost where it forgets: no promise is made of it. It forgets once in a run. */
const rememberedBySomebody = (steps: Step[]): Step[] => {
  const first = steps.find((step) => step.do === 'database-forgets')
  if (!first) return steps
  const lost = new Set<Step['do']>(['hours', 'switch', 'opt-out', 'decide'])
  return steps.filter((step) => !lost.has(step.do) && (step === first || step.do !== 'database-forgets'))
}

const skewOf = (chance: Chance): number =>
  chance.happens(0.7) ? 0 : Math.round(chance.between(-120_000, 120_000))

const waitOf = (chance: Chance): number =>
  chance.weighed({ none: 3, moment: 5, while: 2 }) === 'none'
    ? 0
    : Math.round(chance.happens(0.75) ? chance.between(10, 1_500) : chance.between(2_000, 40_000))

const drawStep = (chance: Chance, number: number, businesses: number): Step => {
  const waitMs = waitOf(chance)
  const business = chance.below(businesses)
  const common = { number, waitMs }
  if (chance.happens(0.4)) return drawTrouble(chance, common)
  const what = chance.weighed(ACTS)
  switch (what) {
    case 'pay':
      return { ...common, do: what, business, announced: chance.happens(0.85), mobile: chance.happens(0.92) }
    case 'pay-many':
      return { ...common, do: what, business, count: 2 + chance.below(9) }
    case 'pay-early':
    case 'hours':
    case 'switch':
      return { ...common, do: what, business }
    case 'decide':
      return { ...common, do: what, business, pick: chance.below(1_000_000) }
    case 'night':
      return { ...common, do: what, hours: chance.pick([0.25, 0.5, 1, 3, 10, 14, 26]) }
    default:
      return { ...common, do: what, pick: chance.below(1_000_000) }
  }
}

const drawTrouble = (chance: Chance, common: { number: number; waitMs: number }): Step => {
  const place = chance.below(2)
  const what = chance.weighed(TROUBLES)
  switch (what) {
    case 'fault':
      return { ...common, do: what, fault: drawFault(chance, common.number) }
    case 'kill':
    case 'freeze':
      return { ...common, do: what, place, forMs: forMsOf(chance) }
    case 'skew':
      return { ...common, do: what, place, aheadMs: Math.round(chance.between(-300_000, 300_000)) }
    case 'database-restart':
      return { ...common, do: what, awayMs: Math.round(chance.between(500, 12_000)) }
    default:
      return {
        ...common,
        do: what,
        awayMs: Math.round(chance.between(1_000, 20_000)),
        backMs: Math.round(chance.pick([1_000, 4_000, 15_000, 60_000])),
        isSnapshot: chance.happens(0.3),
      }
  }
}

const forMsOf = (chance: Chance, all = STOPS_MS): number =>
  Math.round(chance.pick(all) * chance.between(0.5, 1.5))

const drawFault = (chance: Chance, number: number): Armed => {
  const kind: Point['kind'] = chance.weighed({ sql: 5, vendor: 5, door: 2 })
  const [words, fates] = {
    sql: [SQL_WORDS, SQL_FATES] as const,
    vendor: [VENDOR_WORDS, VENDOR_FATES] as const,
    door: [DOOR_WORDS, DOOR_FATES] as const,
  }[kind]
  const fate = chance.pick(fates)
  const word = chance.pick(words)
  return {
    kind,
    fate,
    word,
    passes: word === RARE ? 0 : chance.below(kind === 'sql' ? 12 : 4),
    forMs: lateOf(chance, kind, fate),
    number,
  }
}

/** A call may come late, but not so late that a look for it after five minutes could miss it. */
const lateOf = (chance: Chance, kind: Point['kind'], fate: Fate): number => {
  if (fate.startsWith('stop')) return forMsOf(chance, kind === 'vendor' ? STOPS_AT_CALLS_MS : STOPS_MS)
  return Math.round(kind === 'sql' ? chance.between(50, 4_000) : chance.between(200, 45_000))
}
