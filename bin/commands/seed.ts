import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { readOptions, wholeNumber, withParts, type Command } from './command.ts'

export const seed: Command = {
  usage: '--businesses N --funds CENTS [--json]',
  summary:
    'Makes N onboarded businesses with a Xero connection each, for tests and benchmarks. Refused in live mode.',
  run: async (settings, args) => {
    const options = readOptions(args, {
      businesses: { type: 'string' },
      funds: { type: 'string' },
      json: { type: 'boolean' },
    })
    const count = wholeNumber('businesses', options.businesses, { min: 1, max: 10_000 })
    const fundsCents = wholeNumber('funds', options.funds ?? '0', { min: 0, max: 1_000_000_000 })
    const env = settings()
    if (env.GOODWORD_MODE === 'live') throw new Refusal('mode', 409, 'Seeding is refused in live mode.')
    return withParts(env, async (parts) => {
      for (let number = 1; number <= count; number += 1) {
        const made = await seedBusiness(parts, { number, fundsCents, currency: env.CURRENCY })
        console.log(
          options.json
            ? JSON.stringify(made)
            : `${made.name}: business ${made.businessId}, tenant ${made.tenantId}`,
        )
      }
      return 0
    })
  },
}
