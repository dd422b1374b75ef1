import type { Experiment as Shown } from '../../contracts/experiments.ts'
import { judge, judgedAt, type Experiment, type Moment, type Side } from './experiment-rules.ts'
import type { Counted } from './statistics-rules.ts'

type Facts = Experiment & { wordingA: string | null; wordingB: string | null }

/** `counted` is undefined where it is not known what came. */
export const presentExperiment = (
  facts: Facts,
  {
    customers,
    counted,
    now,
  }: {
    customers: Record<Side, number>
    counted: Record<Side, Counted> | undefined
    now: Date
  },
): Shown => {
  const isStopped = facts.stoppedAt !== null
  const day = judgedAt(facts)
  const verdict = judge(counted, { isStopped, isDue: now >= day })
  const isOver = now >= new Date(facts.endsAt)
  return {
    id: facts.id,
    kind: facts.kind === 'hold_out' ? 'hold-out' : facts.kind,
    state: isStopped ? 'stopped' : now >= day ? 'judged' : isOver ? 'waiting' : 'running',
    counted: facts.kind === 'hold_out' ? 'reviewed' : 'opened',
    percentB: facts.percentB,
    registeredAt: isoOf(facts.registeredAt),
    endsAt: isoOf(facts.endsAt),
    judgedAt: day.toISOString(),
    stoppedAt: facts.stoppedAt === null ? null : isoOf(facts.stoppedAt),
    a: {
      delayMinutes: facts.delayA,
      message: facts.wordingA,
      customers: customers.a,
      came: counted?.a.came ?? null,
    },
    b: {
      delayMinutes: facts.delayB,
      message: facts.wordingB,
      customers: customers.b,
      came: counted?.b.came ?? null,
    },
    judgement: verdict.kind === 'judged' ? { ...verdict.interval, better: verdict.better } : null,
  }
}

const isoOf = (moment: Moment): string => new Date(moment).toISOString()
