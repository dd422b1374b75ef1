import type { Chance } from './chance.ts'
import { drawLatency, type Armed, type Points } from './points.ts'
import type { Actor, Schedule } from './schedule.ts'

export type Exchange = {
  origin?: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
}
export type Reply = { status: number; headers: Record<string, string | string[]>; body: string }

type Caller = {
  /** The call is about to be written; where it is false, nothing is sent. */
  mayBegin: () => boolean
  answer: (reply: Reply) => void
  fail: (cause: Error) => void
}

/** Whoever answers calls. */
export type Door = (asked: Exchange) => Promise<Reply>

export type Traffic = ReturnType<typeof createTraffic>

type Deps = {
  schedule: Schedule
  points: Points
  chance: () => Chance
  note: (line: string) => void
  strike: (actor: Actor, fault: Armed) => void
  publicUrl: string
  /** The process that answers at the public address; undefined while there is none. */
  api: () => { actor: Actor; door: Door } | undefined
  vendors: () => Door
  /** A call has left a process, whatever becomes of it. */
  written: (asked: Exchange, who: Actor) => void
  /** Our door has answered a vendor, whether or not the answer arrives. */
  answered: (asked: Exchange, status: number) => void
}

const CALL_MS = 30

/** Between the product and the vendors, both ways: what is called, answered, delayed, doubled and lost. */
export const createTraffic = (deps: Deps) => {
  const { schedule, points, chance, note, strike } = deps
  /** Calls of the vendors that wait for an answer of ours. */
  const open = new Set<(cause: Error) => void>()

  const callVendor = (asked: Exchange, caller: Caller): void => {
    const who = schedule.actor()
    const name = `${asked.method} ${asked.path.split('?')[0]}`
    const travel = (to: Actor, run: () => unknown, more = 0) =>
      schedule.after(more + drawLatency(chance(), CALL_MS), to, run)
    const spared = isText(asked) ? ('doubled' as const) : undefined
    const fault = points.reach({ kind: 'vendor', actor: who, name, spared })
    const is = (fate: string): boolean => fault?.fate === fate
    if (fault && (is('die-before') || is('stop-before'))) strike(who, fault)
    travel(who, () => {
      if (is('cut-before')) return caller.fail(broken('ECONNREFUSED'))
      if (!caller.mayBegin()) return note(`${who.name} ${name} not begun: too late`)
      note(`${who.name} ${name} ${asked.body.slice(0, 300)}`)
      deps.written(asked, who)
      if (fault && is('doubled')) arriveAgain(asked, `${who.name} ${name} once more`, fault.forMs)
      const back = (reply: Reply) => {
        note(`${who.name}   ← ${reply.status} ${reply.body.slice(0, 120)}`)
        if (fault && (is('die-after') || is('stop-after'))) strike(who, fault)
        if (is('no-answer')) return
        if (is('cut-after')) return void travel(who, () => caller.fail(broken('ECONNRESET')))
        if (is('error-after')) return void travel(who, () => caller.answer(trouble(500)))
        travel(who, () => caller.answer(reply))
      }
      travel(
        schedule.world,
        () => {
          if (is('error-before')) return back(trouble(503))
          if (is('too-many')) return back(trouble(429))
          return deps
            .vendors()(asked)
            .then(back, (cause: Error) => caller.fail(cause))
        },
        is('late') ? fault!.forMs : 0,
      )
    })
  }

  /** As from a proxy, or over a connection that was lost: nobody waits for this answer. */
  const arriveAgain = (asked: Exchange, name: string, afterMs: number): void => {
    const said = (words: string) => note(`${name} ← ${words}`)
    schedule.after(afterMs + drawLatency(chance(), CALL_MS), schedule.world, () =>
      deps
        .vendors()(asked)
        .then(
          ({ status, body }) => said(`${status} ${body.slice(0, 120)}`),
          (cause: Error) => said(cause.message),
        ),
    )
  }

  const callDoor = (asked: Exchange, caller: Caller): void => {
    const name = `${asked.method} ${asked.path.split('?')[0]}`
    const fault = points.reach({ kind: 'door', actor: schedule.world, name })
    const is = (fate: string): boolean => fault?.fate === fate
    const travel = (run: () => unknown, more = 0) =>
      schedule.after(more + drawLatency(chance(), CALL_MS), schedule.world, run)
    const refuse = (code: string) => travel(() => caller.fail(broken(code)))
    const arrive = (hears: boolean) => {
      const api = deps.api()
      if (!api) return void refuse('ECONNREFUSED')
      if (fault && (is('die-before') || is('stop-before'))) strike(api.actor, fault)
      if (is('die-before')) return void refuse('ECONNRESET')
      note(`door ${name}`)
      const lost = (cause: Error) => travel(() => caller.fail(cause))
      if (hears) open.add(lost)
      const leave = (reply: Reply) => {
        if (!open.delete(lost)) return
        note(`door   → ${reply.status}`)
        deps.answered(asked, reply.status)
        if (fault && is('die-after')) strike(api.actor, fault)
        if (is('cut-after') || is('die-after')) return void refuse('ECONNRESET')
        if (is('no-answer')) return
        travel(() => caller.answer(reply))
      }
      schedule.as(api.actor, () =>
        deps
          .api()!
          .door(asked)
          .then((reply) => {
            if (!fault || !is('stop-after')) return leave(reply)
            // All is done, and the answer leaves only when the process goes on.
            strike(api.actor, fault)
            schedule.after(0, api.actor, () => leave(reply))
          }),
      )
    }
    if (is('cut-before')) return void refuse('ECONNREFUSED')
    if (is('doubled')) travel(() => arrive(false), fault!.forMs)
    travel(() => arrive(true), is('late') ? fault!.forMs : 0)
  }

  return {
    call: (asked: Exchange, caller: Caller): void =>
      asked.origin === deps.publicUrl ? callDoor(asked, caller) : callVendor(asked, caller),
    /** The process that answered at our address is gone. */
    hangUp: (): void => {
      for (const lost of open) lost(broken('ECONNRESET'))
      open.clear()
    },
  }
}

/** Twilio has no idempotency key: where one is doubled two texts go, whoever sends it. So none is. */
const isText = ({ method, path }: Exchange): boolean =>
  method === 'POST' && path.split('?')[0]!.endsWith('/Messages.json')

const broken = (code: string): Error => Object.assign(new Error(code), { code })

const trouble = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: 20_000 + status, message: 'made up by the simulation', status }),
})
