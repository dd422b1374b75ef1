import { createHash } from 'node:crypto'
import type { FormValue } from './read-form.ts'
import { StripeError } from './stripe-error.ts'
import type { StripeWorld } from './world.ts'

/** What the same key made before, or what `make` makes now: https://docs.stripe.com/api/idempotent_requests */
export const onceUnder = <Made>(
  { idempotency }: StripeWorld,
  key: string | undefined,
  form: Record<string, FormValue>,
  { find, make }: { find: (id: string) => Made; make: () => { id: string; made: Made } },
): Made => {
  const asked = createHash('sha256').update(JSON.stringify(form)).digest('hex')
  const before = key === undefined ? undefined : idempotency.get(key)
  if (before && before.asked !== asked) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`
    throw new StripeError(400, message, { type: 'idempotency_error' })
  }
  if (before) return find(before.id)
  const { id, made } = make()
  if (key !== undefined) idempotency.set(key, { asked, id })
  return made
}
