import type { TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { fromWhen } from '../../platform/moments-in-words-rules.ts'
import { customerHistories, lockDecisions, type DecidingBusiness } from '../deciding/decision-queries.ts'
import { isCooling } from '../deciding/review-request-rules.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { holdRequest, resumeRequest, uncancelRequest } from '../life/hold-requests.ts'
import { refuseClaim } from '../sending/claim-rules.ts'
import { opensAt } from '../sending/pace/opening-rules.ts'
import { lockRequest, type LockedRequest } from './held-queries.ts'
import { CANCELLED_BY_OWNER, isPending, notWanted, tooLate } from './holding-rules.ts'
import { keepChoice } from './keep-choice.ts'

/** One text that its owner decides about. What she asked for before, and stands, is done already. */
export type Asked = { businessId: string; id: string; userId: string; now: Date; isLive: boolean }

/** It is not sent. Throws Refusal where the sender or the gateway has it, or where it is over. */
export const cancelByOwner = async (trx: TenantTrx, asked: Asked): Promise<void> => {
  const { businessId, id } = asked
  // Before the request is locked: one that the gateway postponed is settled by its attempt first.
  const cancelled = await cancelRequests(trx, businessId, CANCELLED_BY_OWNER, { requestIds: [id] })
  const { state } = await lockRequest(trx, businessId, id)
  if (state !== 'cancelled') throw tooLate(state, 'stopped')
  if (cancelled > 0) await keepChoice(trx, 'cancel', asked)
}

export const holdByOwner = async (trx: TenantTrx, asked: Asked): Promise<void> => {
  const { businessId, id, now } = asked
  const { state, isPostponed, reminderOf } = await lockRequest(trx, businessId, id)
  if (reminderOf !== null) throw onlyCancelled()
  if (state === 'held') return
  if (state === 'sending' && isPostponed) throw postponed()
  if (!isPending(state)) throw tooLate(state, 'held')
  await holdRequest(trx, { businessId, id, now })
  await keepChoice(trx, 'hold', asked)
}

/** It goes when it was to go, or at the next moment inside the sending hours where that is over. */
export const resumeByOwner = async (trx: TenantTrx, asked: Asked): Promise<void> => {
  const business = await lockDecisions(trx, asked.businessId)
  const request = await lockRequest(trx, asked.businessId, asked.id)
  if (isPending(request.state) || isGone(request.state)) return
  if (request.state !== 'held') throw tooLate(request.state, 'let go')
  await refuseUnwanted(trx, asked, request, business)
  const dueAt = nextMoment(laterOf(request.dueAt, asked.now), asked, request, business)
  await resumeRequest(trx, { ...asked, dueAt, move: 'resume' })
  await keepChoice(trx, 'resume', asked)
}

export const sendNowByOwner = async (trx: TenantTrx, asked: Asked): Promise<void> => {
  const { businessId, id, now } = asked
  const business = await lockDecisions(trx, businessId)
  const request = await lockRequest(trx, businessId, id)
  if (request.reminderOf !== null) throw onlyCancelled()
  if (isGone(request.state)) return
  if (request.state !== 'held' && !isPending(request.state)) throw tooLate(request.state, 'sent')
  if (request.state === 'waiting_for_funds') throw withoutFunds()
  await refuseUnwanted(trx, asked, request, business)
  const opening = nextMoment(now, asked, request, business)
  if (opening > now) throw outsideHours(opening, now, request.timeZone)
  if (request.state === 'scheduled' && request.dueAt <= now) return
  await resumeRequest(trx, { ...asked, dueAt: now, move: 'sendNow' })
  await keepChoice(trx, 'send-now', asked)
}

/** Undoes a cancel of her own, while the text could still be decided as it was. */
export const undoCancelByOwner = async (trx: TenantTrx, asked: Asked): Promise<void> => {
  const business = await lockDecisions(trx, asked.businessId)
  const request = await lockRequest(trx, asked.businessId, asked.id)
  if (isPending(request.state) || isGone(request.state) || request.state === 'held') return
  if (request.state !== 'cancelled') throw tooLate(request.state, 'sent')
  if (request.stateReason !== CANCELLED_BY_OWNER) throw notHers()
  await refuseUnwanted(trx, asked, request, business)
  const dueAt = nextMoment(laterOf(request.dueAt, asked.now), asked, request, business)
  await uncancelRequest(trx, { ...asked, dueAt })
  await keepChoice(trx, 'undo-cancel', asked)
}

/** The gateway has it, or is about to. */
const isGone = (state: LockedRequest['state']): boolean =>
  state === 'sending' || state === 'unknown' || state === 'sent' || state === 'delivered'

const refuseUnwanted = async (
  trx: TenantTrx,
  { businessId, now }: Asked,
  request: LockedRequest,
  business: DecidingBusiness,
): Promise<void> => {
  const histories = await customerHistories(trx, { businessId, now }, [request.phoneHash])
  const history = histories.get(request.phoneHash.toString('hex'))
  const claimable = { ...request, isOptedOut: history?.isOptedOut ?? false }
  const refusal = notWanted({
    ...request,
    refusal: refuseClaim(claimable, business, now)?.reason,
    // A text that waits is itself the last one of its customer, and a reminder follows one.
    isCooling:
      request.reminderOf === null &&
      request.state === 'cancelled' &&
      isCooling({ now, lastTextedAt: history?.lastTextedAt, cooldownDays: business.cooldownDays }),
  })
  if (refusal) throw refusal
}

const nextMoment = (
  from: Date,
  { isLive }: Asked,
  request: LockedRequest,
  business: DecidingBusiness,
): Date => opensAt({ isLive }, business, request)(from)

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

const onlyCancelled = (): Refusal =>
  new Refusal('not-wanted', 409, 'A reminder goes on its day. It can be cancelled, but not moved.')

const postponed = (): Refusal =>
  new Refusal(
    'on-its-way',
    409,
    'The phone network put this text off and is asked again soon. It can be stopped, but not held.',
  )

const withoutFunds = (): Refusal =>
  new Refusal('no-funds', 409, 'Your funds do not cover this text. It goes when you have topped up.')

const outsideHours = (opening: Date, now: Date, timeZone: string): Refusal =>
  new Refusal(
    'outside-hours',
    409,
    `It is outside the sending hours of this customer. The text can go from ${fromWhen(opening, now, timeZone)}.`,
  )

const notHers = (): Refusal =>
  new Refusal('not-wanted', 409, 'This text was not cancelled by you, so it cannot be brought back.')
