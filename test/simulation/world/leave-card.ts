import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Call } from '../../support/signed-in.ts'

const TERMS = { isOn: true, threshold: 10, amount: 20, monthlyCap: 200, hasConsented: true }

/** The owner agrees to automatic top-ups and leaves a card at Stripe, as on the screen. */
export const leaveCard = async (sandbox: Sandbox, call: Call): Promise<void> => {
  const on = await call('PUT', '/api/auto-top-up', TERMS)
  const { body } = await call('POST', '/api/auto-top-up/card')
  const [sessionId] = /cs_test_\w+/.exec(String(body['setupUrl'])) ?? []
  if (on.status !== 200 || !sessionId)
    throw new Error(`No card could be left: ${on.text} ${JSON.stringify(body)}`)
  await sandbox.stripe.leaveCard(sessionId, 'works')
  await call('PUT', '/api/auto-top-up/card', { sessionId })
}
