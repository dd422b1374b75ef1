import type { Cast, Engine } from '../engine/engine.ts'
import type { Diary } from './diary.ts'

/** Writes down what leaves our processes, and what our door has confirmed, whatever becomes of it on the way. */
export const createWitness = (
  { schedule, history }: Engine,
  diary: Diary,
): Pick<Cast, 'written' | 'answered'> => {
  const now = (): number => Math.floor(schedule.now() / 1000)
  return {
    written: ({ method, path, body }, { name }) => {
      if (method !== 'POST' || !path.endsWith('/Messages.json')) return
      const form = new URLSearchParams(body)
      diary.writes.push({ at: now(), to: form.get('To') ?? '', body: form.get('Body') ?? '', by: name })
    },
    answered: ({ path, body }, status) => {
      if (status > 299) return
      const form = new URLSearchParams(body)
      const phone = form.get('From') ?? ''
      if (path.startsWith('/webhooks/twilio/inbound') && form.get('Body') === 'STOP')
        confirm(diary, { phone, by: 'text', at: now() }, history.note)
      const token = /^\/o\/([\w-]+)$/.exec(path)?.[1]
      const asked = token && diary.stops.find((stop) => stop.token === token)
      if (asked) confirm(diary, { phone: asked.phone, by: 'link', at: now() }, history.note)
    },
  }
}

const confirm = (
  { stops }: Diary,
  { phone, by, at }: { phone: string; by: 'text' | 'link'; at: number },
  note: (line: string) => void,
): void => {
  const stop = stops.find((one) => one.phone === phone && one.by === by && one.confirmedAt === undefined)
  if (!stop) return
  stop.confirmedAt = at
  note(`${phone} has stopped, by ${by}`)
}
