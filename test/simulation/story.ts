import type { Engine } from './engine/engine.ts'
import type { Stage } from './stage.ts'
import { checkAll, type Finding } from './checks/check-all.ts'
import { createActs } from './world/acts.ts'
import { newDiary, type Diary } from './world/diary.ts'
import { createWitness } from './world/witness.ts'
import { runJobs } from './world/jobs.ts'
import { settleWhatIsStuck } from './world/operator.ts'
import { fundEveryone, openBusinesses, reconnectWhereAsked, type Owner } from './world/owners.ts'
import type { Plan, Step } from './world/plan.ts'

export type Outcome = {
  seed: number
  findings: Finding[]
  /** Simulated, in minutes. */
  minutes: number
  texts: number
  sum: string
  lines: readonly string[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The machine sleeps through longer waits, in which processes would only look for work that is not there. */
const AWAKE_MS = 2_500
const ENOUGH_CENTS = 20_000
const HOURS_LATE = 4
/** What a restore forgot may be found only now, and holds back its customer's other texts for a day from then on. */
const HOURS_LATE_AFTER_FORGETTING = 28
/** Texts that take turns are spread over the sending hours of several days. */
const HOURS_LATE_IN_TURN = 72

/** One run: the plan is played, everything heals, and what is then known outside is compared with what was promised. */
export const play = async (engine: Engine, stage: Stage, plan: Plan): Promise<Outcome> => {
  await engine.reset(plan.seed)
  await stage.set()
  const diary = newDiary()
  const { schedule, history } = engine
  const beganAt = schedule.now()
  const findings = await schedule.run(async () => {
    await stage.begin()
    const owners = await openBusinesses({ engine, stage, diary, plan })
    stage.listen(createWitness(engine, diary))
    for (const [place, skewMs] of plan.skews.entries()) stage.startWorker(place, skewMs)
    runJobs(engine, stage, plan.seed)
    await pause(500)
    const act = createActs({ engine, stage, diary, owners })
    for (const step of plan.steps) {
      await rest(engine, step.waitMs)
      await take({ engine, stage, diary, owners, act }, step)
    }
    await heal(engine, stage, diary, owners)
    return findBroken(engine, stage, diary, owners)
  })
  const minutes = (schedule.now() - beganAt) / 60e6
  return {
    seed: plan.seed,
    findings,
    minutes,
    texts: stage.sandbox().twilio.sent().length,
    sum: history.sum(),
    lines: history.lines(),
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** The first seconds awake; the machine sleeps through the rest. */
const rest = async ({ schedule }: Engine, ms: number): Promise<void> => {
  await pause(Math.min(ms, AWAKE_MS))
  if (ms <= AWAKE_MS) return
  schedule.suspend(ms - AWAKE_MS)
  await pause(1)
}

/** What is late is no broken promise while it still comes: it gets some hours more. */
const findBroken = async (
  engine: Engine,
  stage: Stage,
  diary: Diary,
  owners: Owner[],
): Promise<Finding[]> => {
  const most = hoursLate(diary)
  for (let hours = 0; ; hours += 1) {
    const findings = await checkAll({ diary, owners, sandbox: stage.sandbox() })
    if (findings.length === 0 || hours >= most) return findings
    await settleWhatIsStuck(engine, stage)
    await reconnectWhereAsked(engine, stage, diary, owners)
    await pause(2_000)
    engine.schedule.suspend(HOUR_MS + 60_000)
    await pause(6_000)
  }
}

const hoursLate = ({ businesses, forgotten }: Diary): number => {
  if (businesses.some(({ pace }) => pace)) return HOURS_LATE_IN_TURN
  return forgotten.length > 0 ? HOURS_LATE_AFTER_FORGETTING : HOURS_LATE
}

type Scene = {
  engine: Engine
  stage: Stage
  diary: Diary
  owners: Owner[]
  act: (step: Step) => Promise<void>
}

const take = async ({ engine, stage, diary, act }: Scene, step: Step): Promise<void> => {
  const { schedule, history, network, server, moments, points } = engine
  switch (step.do) {
    case 'fault':
      return points.arm(step.fault)
    case 'kill':
      return stage.kill(stage.workers()[step.place]!.actor)
    case 'freeze':
      return stage.stop(stage.workers()[step.place]!.actor, step.forMs)
    case 'skew':
      return stage.skew(step.place, step.aheadMs)
    case 'night':
      history.note(`step ${step.number}: ${step.hours} hours pass`)
      return rest(engine, step.hours * HOUR_MS)
    case 'database-restart':
      history.note(`step ${step.number}: the database restarts`)
      network.stopDatabase(step.awayMs)
      return server.setHistory({ ...server.history(), startedAt: schedule.now() })
    case 'database-forgets': {
      history.note(`step ${step.number}: what is written from now on will be forgotten`)
      const from = Math.floor(schedule.now() / 1000)
      await engine.still(() => moments.mark('remembered'))
      schedule.after(step.backMs, schedule.world, async () => {
        history.note('the database is as it was then')
        network.stopDatabase(step.awayMs)
        await network.released()
        await moments.back('remembered')
        const { timeline } = server.history()
        server.setHistory({ timeline: timeline + (step.isSnapshot ? 0 : 1), startedAt: schedule.now() })
        diary.forgotten.push({ from, until: Math.floor(schedule.now() / 1000), isSnapshot: step.isSnapshot })
      })
      return undefined
    }
    default:
      return act(step)
  }
}

/** No more trouble, enough funds, and time: for looks, for sweeps, and for the hours of the next day. */
const heal = async (engine: Engine, stage: Stage, diary: Diary, owners: Owner[]): Promise<void> => {
  const { schedule, history, points } = engine
  history.note('everything heals')
  points.disarm()
  await rest(engine, 120_000)
  engine.network.restart()
  for (const { actor } of stage.workers()) actor.stoppedUntil = 0
  stage.apiActor.stoppedUntil = 0
  await fundEveryone(engine, stage, diary, ENOUGH_CENTS)
  for (const { letGoAll } of owners) await letGoAll()
  // The looks for texts of unknown outcome, and the pauses of what failed.
  await pause(2_100)
  schedule.suspend(40_000)
  await pause(1_100)
  schedule.suspend(320_000)
  await pause(4_100)
  await reconnectWhereAsked(engine, stage, diary, owners)
  // To noon in Sydney, more than a day later: for so long a found text of no request holds back others.
  const now = schedule.now() / 1000
  schedule.suspend(Math.ceil((now - HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS + HOUR_MS - now)
  await pause(3_100)
  await reconnectWhereAsked(engine, stage, diary, owners)
  // Looks of what was begun only now, and the hourly sweep.
  for (const sleepMs of [60_000, 320_000, 66 * 60_000]) {
    schedule.suspend(sleepMs)
    await pause(3_100)
  }
}
