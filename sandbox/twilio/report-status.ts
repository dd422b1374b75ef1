import { answerWords, callWebhook } from './call-webhook.ts'
import { statusParameters } from './model/webhook-parameters.ts'
import type { TextStatus } from './model/text.ts'
import { SPECIAL_NUMBERS } from './special-numbers.ts'
import type { Text, TwilioWorld } from './world.ts'

type Step = { status: TextStatus; ms: number; code?: number; message?: string }

/**
 * Takes a text through its statuses in turn, and reports each to its StatusCallback.
 * Resolves when the first report was made.
 */
export const followText = async (world: TwilioWorld, text: Text): Promise<void> => {
  let reached: Promise<void> = Promise.resolve()
  let elapsedMs = 0
  // One after another: after a stall, timers may fire in another order.
  const reports = stepsOf(world, text).map(async (step) => {
    const waitMs = Math.max(0, step.ms - elapsedMs)
    elapsedMs = Math.max(elapsedMs, step.ms)
    let isOver = false
    const reachNext = () => {
      isOver = text.errorCode === EXPIRED.code
      if (!isOver) reach(world, text, isTooLate(world, text, step) ? EXPIRED : step)
    }
    reached = reached.then(() => world.timers.pause(waitMs)).then(reachNext)
    await reached
    if (!isOver && !world.timers.isOver()) await reportStatus(world, text)
  })
  await reports[0]
}

/** https://www.twilio.com/docs/api/errors/30036 */
const EXPIRED = { status: 'failed', code: 30036, message: 'Validity Period Expired' } as const

/** Twilio looks at the validity period when a text leaves its queue. */
const isTooLate = ({ now }: TwilioWorld, { validityPeriod, createdAt }: Text, { status }: Step): boolean =>
  status === 'sent' && now().getTime() - createdAt > (validityPeriod ?? Infinity) * 1000

const reach = (world: TwilioWorld, text: Text, step: Omit<Step, 'ms'>): void => {
  if (world.timers.isOver()) return
  const at = world.now().getTime()
  text.status = step.status
  text.updatedAt = at
  if (step.status === 'sent') text.sentAt = at
  text.errorCode = step.code ?? null
  text.errorMessage = step.message ?? null
  world.wire.changed()
}

/** Reports the text's present status to its StatusCallback, with the faults that are switched on. */
const reportStatus = async (world: TwilioWorld, text: Text): Promise<void> => {
  if (!text.statusCallback) return
  const parameters = statusParameters(world.settings.accountSid, text, world.now())
  const what = `Report "${text.status}" for ${text.to}`
  const { faults, wire, timers } = world
  if (faults.strike('callbackLost')) {
    wire.note({ who: 'twilio', what: `${what} lost on the way`, went: 'fault' })
    return
  }
  const report = () => send(world, text.statusCallback!, parameters, what)
  if (faults.strike('callbackReordered')) {
    wire.note({ who: 'twilio', what: `${what} is overtaken by the next`, went: 'fault' })
    timers.after(world.timing.deliveredMs * 2 + 20, () => void report())
    return
  }
  const isRepeated = faults.strike('callbackRepeated')
  if (isRepeated) wire.note({ who: 'twilio', what: `${what} is sent twice`, went: 'fault' })
  await Promise.all(isRepeated ? [report(), report()] : [report()])
}

const send = async (
  world: TwilioWorld,
  address: string,
  parameters: Record<string, string>,
  what: string,
): Promise<void> => {
  const answer = await callWebhook(world, address, parameters)
  const isGood = 'status' in answer && answer.status < 300
  world.wire.note({
    who: 'twilio',
    what: `${what} → ${answerWords(answer)}`,
    went: isGood ? 'well' : 'badly',
  })
}

const stepsOf = ({ timing }: TwilioWorld, text: Text): Step[] => {
  const fate = SPECIAL_NUMBERS[text.to]
  const queued: Step[] = text.status === 'accepted' ? [{ status: 'queued', ms: timing.queuedMs }] : []
  const sent: Step = { status: 'sent', ms: timing.sentMs }
  if (fate?.kind === 'silent') return [...queued, sent]
  if (fate?.kind === 'fails') {
    const { status, code, message } = fate
    return [...queued, sent, { status, ms: timing.deliveredMs, code, message }]
  }
  return [...queued, sent, { status: 'delivered', ms: timing.deliveredMs }]
}
