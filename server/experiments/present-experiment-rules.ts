import type { Experiment as Shown } from '../../contracts/experiments.ts'
import { judge, judgedAt, type Experiment, type Moment, type Side } from './experiment-rules.ts'
import type { Counted } from './statistics-rules.ts'

type Facts = Experiment & { wordingA: string | null; wordingB: string | null }

/** `reviewed` is undefined where nobody knows: it judges the hold-out, and stands beside what judges the others. */
export const presentExperiment = (
  facts: Facts,
  {
    opened,
    reviewed,
    now,
  }: { opened: Record<Side, Counted>; reviewed: Record<Side, Counted> | undefined; now: Date },
): Shown => {
  const counted = facts.kind === 'hold_out' ? reviewed : opened
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
      customers: opened.a.customers,
      came: counted?.a.came ?? null,
      reviewed: reviewed?.a.came ?? null,
    },
    b: {
      delayMinutes: facts.delayB,
      message: facts.wordingB,
      customers: opened.b.customers,
      came: counted?.b.came ?? null,
      reviewed: reviewed?.b.came ?? null,
    },
    judgement: verdict.kind === 'judged' ? { ...verdict.interval, better: verdict.better } : null,
  }
}

const isoOf = (moment: Moment): string => new Date(moment).toISOString()
