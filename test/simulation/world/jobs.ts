import { CRONTAB } from '../../../server/wiring/periodic-work.ts'
import type { Engine } from '../engine/engine.ts'
import type { Actor } from '../engine/schedule.ts'
import type { Stage } from '../stage.ts'
import { createChance, type Chance } from '../engine/chance.ts'

type Line = {
  task: string
  queue: string
  minutes: (minute: number) => boolean
  hours: (hour: number) => boolean
}
type Job = {
  id: string
  task: string
  payload: object
  queue: string | null
  attempts: number
  /** Changes where it is asked for again. */
  revision: number
}

const MINUTE_MICROS = 60_000_000
const LOOK_MS = 2_000
const MOST_MINUTES = 24 * 60
/** Mail is not simulated. */
const LEFT_OUT = new Set(['tell-owners'])

/**
 * In place of graphile-worker: gives the tasks of its crontab and the jobs in its table to the workers that live, those
 * of one queue one after another. A job whose worker dies is given to another.
 */
export const runJobs = ({ schedule, server, history }: Engine, stage: Stage, seed: number): void => {
  const chance: Chance = createChance(seed, 'jobs')
  const lines = CRONTAB.split('\n')
    .map(readLine)
    .filter(({ task }) => !LEFT_OUT.has(task))
  const busy = new Map<string, Actor>()
  let seenMinute = Math.floor(schedule.now() / MINUTE_MICROS)

  const give = (queue: string, task: string, payload: object, left: number): Promise<boolean> | undefined => {
    const holder = busy.get(queue)
    if (holder?.isAlive) return undefined
    const living = stage.livingWorkers()
    if (living.length === 0) return undefined
    const { actor, tasks } = chance.pick(living)
    busy.set(queue, actor)
    history.note(`${actor.name} begins ${task}`)
    return schedule.as(actor, async () => {
      try {
        await tasks![task]?.(payload, { left })
        return true
      } catch {
        history.note(`${actor.name} failed at ${task}`)
        return false
      } finally {
        if (busy.get(queue) === actor) busy.delete(queue)
      }
    })
  }

  /** Of the crontab: what is to be done and could not be given yet. */
  const due = new Set<Line>()
  const serve = (): void => {
    for (const line of due) if (give(line.queue, line.task, {}, 0)) due.delete(line)
  }
  const tick = (): void => {
    const minute = Math.floor(schedule.now() / MINUTE_MICROS)
    const from = Math.max(seenMinute + 1, minute - MOST_MINUTES)
    for (const line of lines)
      for (let at = from; at <= minute; at += 1)
        if (line.minutes(at % 60) && line.hours(Math.floor(at / 60) % 24)) due.add(line)
    seenMinute = minute
    serve()
    schedule.after(60_000, schedule.world, tick)
  }

  const underWay = new Map<string, Actor>()
  const look = async (): Promise<void> => {
    const now = new Date(schedule.now() / 1000)
    const { rows } = await server.control.query<Job>(
      `select j.id::text, t.identifier as task, j.payload, q.queue_name as queue, j.attempts,
              j.revision
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.run_at <= $1 order by j.id`,
      [now],
    )
    serve()
    for (const job of rows) {
      if (underWay.get(job.id)?.isAlive) continue
      const queue = job.queue ?? `own ${job.id}`
      const done = give(queue, job.task, job.payload, 24 - job.attempts)
      if (!done) continue
      underWay.set(job.id, busy.get(queue)!)
      void done.then((isDone) => schedule.after(1, schedule.world, () => finish(job, isDone)))
    }
    schedule.after(LOOK_MS, schedule.world, look)
  }
  const finish = async (job: Job, isDone: boolean): Promise<void> => {
    underWay.delete(job.id)
    if (isDone)
      await server.control.query(
        'delete from graphile_worker._private_jobs where id = $1 and revision = $2',
        [job.id, job.revision],
      )
    else
      await server.control.query(
        `update graphile_worker._private_jobs set attempts = attempts + 1, run_at = $2 where id = $1`,
        [job.id, new Date(schedule.now() / 1000 + 1000 * Math.exp(Math.min(job.attempts + 1, 6)))],
      )
  }

  schedule.after(60_000, schedule.world, tick)
  schedule.after(LOOK_MS, schedule.world, look)
}

const readLine = (line: string): Line => {
  const [minutes = '', hours = '', , , , task = '', options = ''] = line.split(' ')
  return {
    task,
    queue: /queue=([\w-]+)/.exec(options)?.[1] ?? task,
    minutes: readField(minutes),
    hours: readField(hours),
  }
}

const readField = (field: string): ((value: number) => boolean) => {
  if (field === '*') return () => true
  const every = /^\*\/(\d+)$/.exec(field)
  return every ? (value) => value % Number(every[1]) === 0 : (value) => value === Number(field)
}
