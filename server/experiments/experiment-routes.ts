import {
  experimentKind,
  experimentParams,
  experimentRequest,
  experimentsResponse,
  type ExperimentsResponse,
} from '../../contracts/experiments.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { judgedAt, type Countable, type CountLater } from './experiment-rules.ts'
import { findBasis, findExperiments } from './experiment-counts.ts'
import { planExperiment } from './plan-rules.ts'
import { presentExperiment } from './present-experiment-rules.ts'
import { NO_REVIEWS, registerExperiment } from './register-experiment.ts'

/** Whoever reads the reviews counts them. */
export type CountReviews = {
  canCount: (trx: TenantTrx, businessId: string) => Promise<boolean>
  /** Reads what is to be counted: counting it takes a while, and needs no transaction. */
  read: (trx: TenantTrx, businessId: string, asked: Countable[], now: Date) => Promise<CountLater>
}

type Deps = OwnerDoor & {
  /** Undefined where reviews are switched off: what counts them is not offered. */
  reviews: CountReviews | undefined
}

/** What an owner compares, what came of it, and what a comparison could show her. */
export const registerExperimentRoutes = (app: Http, deps: Deps): void => {
  const { db, requireSession, clock, reviews } = deps
  const operation = operations('experiments', requireSession.ofBusiness)

  app.get(
    '/api/experiments',
    operation('listExperiments', 'Show what is compared, and what came of it.', {
      response: { 200: experimentsResponse },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return afterwards(asBusiness(db, businessId, (trx) => readExperiments(trx, deps, businessId)))
    },
  )

  app.post(
    '/api/experiments',
    operation('startExperiment', 'Begin a comparison. It cannot be changed afterwards, only stopped.', {
      body: experimentRequest,
      response: { 200: experimentsResponse },
      errors: ['comparison-running', 'reviews-not-connected', 'same-sides', 'invalid-template'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const registered = asBusiness(db, businessId, async (trx) => {
        const canCountReviews = (await reviews?.canCount(trx, businessId)) ?? false
        await registerExperiment(trx, businessId, request.body, { now: clock(), canCountReviews })
        return readExperiments(trx, deps, businessId)
      })
      return afterwards(registered)
    },
  )

  app.post(
    '/api/experiments/:id/stop',
    operation('stopExperiment', 'Stop a comparison. It is not judged then.', {
      params: experimentParams,
      response: { 200: experimentsResponse },
      errors: ['not-found'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const stopped = asBusiness(db, businessId, async (trx) => {
        const now = clock()
        const known = await findExperiments(trx, businessId)
        if (!known.some(({ id }) => id === request.params.id))
          throw new Refusal('not-found', 404, 'There is no such comparison.')
        // One that is over goes on to its judgement.
        await trx
          .updateTable('experiments')
          .set({ stopped_at: now })
          .where('business_id', '=', businessId)
          .where('id', '=', request.params.id)
          .where('stopped_at', 'is', null)
          .where('ends_at', '>', now)
          .execute()
        return readExperiments(trx, deps, businessId)
      })
      return afterwards(stopped)
    },
  )
}

type Read = () => Promise<ExperimentsResponse>

/** Counts once the transaction is over: until then it would keep a connection that webhooks need, and its locks. */
const afterwards = async (read: Promise<Read>): Promise<ExperimentsResponse> => (await read)()

const readExperiments = async (
  trx: TenantTrx,
  { reviews, clock }: Deps,
  businessId: string,
): Promise<Read> => {
  const now = clock()
  const known = await findExperiments(trx, businessId)
  const basis = await findBasis(trx, businessId, now)
  const asked = known.map((one) => ({
    id: one.id,
    registeredAt: new Date(one.registeredAt),
    judgedAt: judgedAt(one),
  }))
  const countReviews = await reviews?.read(trx, businessId, asked, now)
  const whyNotReviews = (await reviews?.canCount(trx, businessId)) ? null : NO_REVIEWS
  const kinds = experimentKind.options.filter((kind) => reviews || kind !== 'hold-out')
  return async () => {
    const reviewed = await countReviews?.()
    return {
      experiments: known.map(({ opened, ...facts }, index) =>
        presentExperiment(facts, { opened, reviewed: reviewed?.[index], now }),
      ),
      plans: kinds.map((kind) => planExperiment(kind, basis, kind === 'hold-out' ? whyNotReviews : null)),
      customersPerMonth: basis.customersPerMonth,
      delayMinutes: basis.delayMinutes,
      message: basis.message,
    }
  }
}
