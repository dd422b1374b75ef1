import { grantFunds } from '../../../server/flows/funds/grant-funds.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { sealTokens } from '../../../server/organisations/seal-tokens.ts'
import { asBusiness } from '../../../server/database/database.ts'
import { signInTo, type Answer, type Call } from '../../support/signed-in.ts'
import { decisionsOf } from './decisions.ts'
import { compare } from './compare.ts'
import { leaveCard } from './leave-card.ts'
import type { Engine } from '../engine/engine.ts'
import type { Stage } from '../stage.ts'
import type { Diary, DiaryBusiness } from './diary.ts'
import type { Plan } from './plan.ts'

export type Owner = {
  call: Call
  changeHours: () => Promise<void>
  switch: () => Promise<void>
  /** Holds, cancels, sends or lets go one text, as her screen offers it. */
  decide: (pick: number) => Promise<void>
  letGoAll: () => Promise<void>
}

type Deps = { engine: Engine; stage: Stage; diary: Diary; plan: Plan }

/** The businesses of a run, each with its organisation in Xero, and their owners, signed in. */
export const openBusinesses = async (deps: Deps): Promise<Owner[]> => {
  const owners: Owner[] = []
  const { schedule } = deps.engine
  for (const [index, wanted] of deps.plan.businesses.entries())
    owners.push(await schedule.as(deps.stage.apiActor, () => openBusiness(deps, index, wanted)))
  return owners
}

const openBusiness = async (
  { engine, stage, diary }: Deps,
  index: number,
  { fundsCents, opensAt, cooldownDays, hasCard, delayMinutes, pace, comparison }: Plan['businesses'][number],
): Promise<Owner> => {
  const { xero } = stage.sandbox()
  const parts = stage.parts()
  const name = `Coastal Plumbing ${index + 1}`
  const { tenantId } = xero.addOrganisation({ name })
  const seeded = await seedBusiness(parts, {
    number: index + 1,
    name,
    currency: 'AUD',
    fundsCents,
    tenantId,
    tokens: xero.grant(tenantId),
  })
  const { businessId } = seeded
  const clock = () => new Date(Math.floor(engine.schedule.now() / 1000))
  const until = opensAt === null ? null : 17 * 60
  await parts.db
    .updateTable('businesses')
    .set({
      sending_from: opensAt,
      sending_until: until,
      cooldown_days: cooldownDays,
      delay_minutes: delayMinutes,
      pace_per_hour: pace?.perHour ?? null,
      pace_per_day: pace?.perDay ?? null,
    })
    .where('id', '=', businessId)
    .execute()
  const { call: asOwner } = await signInTo({ app: stage.app(), db: parts.db, now: clock }, businessId)
  const call: Call = (...asked) => engine.schedule.as(stage.apiActor, () => asOwner(...asked))
  const at = clock().getTime()
  diary.businesses.push({
    businessId,
    tenantId,
    fundsCents,
    grants: [{ at, cents: fundsCents }],
    hours: [{ from: at, until: undefined, value: { from: opensAt, until } }],
    switched: [{ from: at, until: undefined, value: true }],
    cooldownDays,
    pace,
    holdsOut: comparison === 'hold_out',
  })
  if (comparison) await compare(parts.db, { businessId, comparison, delayMinutes, now: clock() })
  if (hasCard) await leaveCard(stage.sandbox(), call)
  return { call, ...settingsOf({ engine, diary, index, call }), ...decisionsOf({ engine, diary, call }) }
}

/** Changes until the screen confirms it. Meanwhile both the old and the new may be in force. */
const settingsOf = ({
  engine,
  diary,
  index,
  call,
}: {
  engine: Engine
  diary: Diary
  index: number
  call: Call
}) => {
  const now = (): number => Math.floor(engine.schedule.now() / 1000)
  const insist = async (ask: () => Promise<Answer>): Promise<void> => {
    for (;;) {
      const { status } = await ask().catch(() => ({ status: 0 }))
      if (status === 200) return
      await new Promise((done) => setTimeout(done, 3_000))
    }
  }
  const change = async <Value>(
    kept: { from: number; until: number | undefined; value: Value }[],
    value: Value,
    ask: () => Promise<Answer>,
  ): Promise<void> => {
    const before = kept.at(-1)!
    kept.push({ from: now(), until: undefined, value })
    await insist(ask)
    before.until = now()
  }
  const business = () => diary.businesses[index]!
  /** One after another, as by one pair of hands. */
  let hands: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => (): Promise<void> => (hands = hands.then(work))
  return {
    changeHours: inTurn(async () => {
      const { hours } = business()
      const next =
        hours.at(-1)!.value.from === null ? { from: 8 * 60, until: 18 * 60 } : { from: null, until: null }
      await change(hours, next, async () => {
        const { body } = await call('GET', '/api/sms/settings')
        const { delayMinutes, askFirstAt, cooldownDays, excludedWords } = body
        const kept = { delayMinutes, askFirstAt, cooldownDays, excludedWords }
        return call('PUT', '/api/sms/settings', { ...kept, sendingFrom: next.from, sendingUntil: next.until })
      })
    }),
    switch: inTurn(async () => {
      const { switched } = business()
      const next = !switched.at(-1)!.value
      await change(switched, next, async () => {
        const { body } = await call('GET', '/api/sms/template')
        return call('PUT', '/api/sms/template', { message: body['message'], isEnabled: next })
      })
    }),
  }
}

/**
 * An owner whose screen says so connects Xero again. Xero takes a replaced refresh token for half an hour: where the
 * new one was forgotten, or everything slept while it was asked for, nothing else helps.
 */
export const reconnectWhereAsked = async (
  { schedule }: Engine,
  stage: Stage,
  diary: Diary,
  owners: Owner[],
): Promise<void> => {
  for (const [index, { call }] of owners.entries()) {
    const { body } = await call('GET', '/api/xero/status')
    if (body['needsReconnect'] === true)
      await schedule.as(stage.apiActor, () => consentAnew(stage, diary.businesses[index]!))
  }
}

const consentAnew = async (stage: Stage, { businessId, tenantId }: DiaryBusiness): Promise<void> => {
  const { db, sealer } = stage.parts()
  const of = await db
    .selectFrom('xero_authorisations')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const tokens = stage.sandbox().xero.grant(tenantId)
  await db
    .updateTable('xero_authorisations')
    .set({
      state: 'connected',
      ...sealTokens(sealer, { businessId, authorisationId: of.id }, tokens),
      access_expires_at: new Date(Date.now() + 1_800_000),
    })
    .where('business_id', '=', businessId)
    .execute()
}

/** At the end everyone has funds, so that nothing waits for them any more. */
export const fundEveryone = (engine: Engine, stage: Stage, diary: Diary, cents: number): Promise<void> =>
  engine.schedule.as(stage.apiActor, () => grantAll(engine, stage, diary, cents))

const grantAll = async ({ schedule }: Engine, stage: Stage, diary: Diary, cents: number): Promise<void> => {
  for (const business of diary.businesses) {
    const reference = crypto.randomUUID()
    const grant = () =>
      asBusiness(stage.parts().db, business.businessId, (trx) =>
        grantFunds(trx, business.businessId, { cents, note: 'at the end', reference, now: new Date() }),
      )
    // The process that is asked may stand still for minutes. It is granted once, however often it is asked for.
    while (
      !(await grant().then(
        () => true,
        () => false,
      ))
    ) {
      await new Promise((done) => setTimeout(done, 1_000))
      schedule.suspend(60_000)
    }
    business.fundsCents += cents
    business.grants.push({ at: Date.now(), cents })
  }
}
