import type { Call } from '../../support/signed-in.ts'
import type { Engine } from '../engine/engine.ts'
import type { Diary } from './diary.ts'

type Listed = { _id: string; invoiceId: string; state: string; choices: string[] }

/** What an owner does with texts that wait, one at a time, by what her screen offers. */
export const decisionsOf = ({ engine, diary, call }: { engine: Engine; diary: Diary; call: Call }) => {
  const now = (): number => Math.floor(engine.schedule.now() / 1000)
  const list = async (): Promise<Listed[]> => {
    const { status, body } = await call('GET', '/api/review-requests')
    return status === 200 ? (body['requests'] as Listed[]) : []
  }
  const choose = async ({ _id, invoiceId }: Listed, choice: string): Promise<number> => {
    const decision = { invoiceId, choice, askedAt: now(), confirmedAt: undefined as number | undefined }
    diary.decisions.push(decision)
    const { status } = await call('POST', `/api/review-requests/${_id}/${choice}`)
    if (status === 200) decision.confirmedAt = now()
    // What was refused in so many words was never in force.
    if (status >= 400 && status < 500) diary.decisions.splice(diary.decisions.indexOf(decision), 1)
    engine.history.note(`owner: ${choice} for ${invoiceId} → ${status}`)
    return status
  }
  return {
    decide: async (pick: number): Promise<void> => {
      // Her screen may not answer, or the decision may be lost on its way: then nothing was promised.
      try {
        const open = (await list()).filter(({ choices }) => choices.length > 0)
        const text = open[pick % Math.max(open.length, 1)]
        if (text) await choose(text, text.choices[(pick >> 4) % text.choices.length]!)
      } catch (cause) {
        engine.history.note(`owner: ${String(cause)}`)
      }
    },
    letGoAll: async (): Promise<void> => {
      for (let tries = 0; tries < 5; tries += 1) {
        const held = (await list()).filter(({ state }) => state === 'held')
        if (held.length === 0) return
        // One that must not be let go, because review requests are off, is not kept waiting.
        for (const text of held) if ((await choose(text, 'resume')) >= 400) await choose(text, 'cancel')
      }
    },
  }
}
