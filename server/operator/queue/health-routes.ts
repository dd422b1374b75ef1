import { operatorHealth, type OperatorHealth } from '../../../contracts/operator.ts'
import type { Check } from '../../operations/checks/check.ts'
import { examine } from '../../operations/examine.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Patience } from '../../platform/postgres/connections/pool.ts'
import type { Env } from '../../platform/process/env.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'

type Deps = OperatorDeps & { env: Env; databaseUrl: string; atLength: Patience }

/** What `goodword doctor` says, made on this server. */
export const registerHealthRoutes = (
  app: Http,
  { env, databaseUrl, atLength, clock, requireOperator }: Deps,
): void => {
  // The checks ask every vendor: those who look at the same moment share one look.
  let underWay: Promise<OperatorHealth> | undefined
  const look = async (): Promise<OperatorHealth> => {
    const checks = await examine(env, databaseUrl, atLength)
    return { at: clock().toISOString(), checks: checks.map(onTheWire) }
  }

  app.get(
    `${OPERATOR_API}/health`,
    operations('operator', requireOperator.door)('showHealth', 'Check database, keys, vendors and work.', {
      response: { 200: operatorHealth },
    }),
    () =>
      (underWay ??= look().finally(() => {
        underWay = undefined
      })),
  )
}

const STATES = { ok: 'ok', WRONG: 'wrong', 'not checked': 'not-checked' } as const

const onTheWire = ({ name, state, words }: Check) => ({ name, state: STATES[state], words })
