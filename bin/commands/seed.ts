import type { Env } from '../../server/platform/process/env.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { wholeNumber, withParts, type AddCommand } from './command.ts'

export const addSeed: AddCommand = (program, { settings, end }) => {
  program
    .command('seed')
    .summary('makes onboarded businesses for tests')
    .description('Makes onboarded businesses with a Xero connection each. Refused in live mode.')
    .requiredOption('--businesses <n>', 'how many', wholeNumber('businesses', { min: 1, max: 10_000 }))
    .option('--funds <cents>', 'of each', wholeNumber('funds', { min: 0, max: 1_000_000_000 }), 0)
    .option('--json', 'a line for machines each')
    .action(async ({ businesses, funds, json = false }) => {
      const env = settings()
      if (env.GOODWORD_MODE === 'live') throw new Refusal('mode', 409, 'Seeding is refused in live mode.')
      end(await seed(env, { businesses, fundsCents: funds, json }))
    })
}

type Wanted = { businesses: number; fundsCents: number; json: boolean }

const seed = (env: Env, { businesses, fundsCents, json }: Wanted): Promise<number> =>
  withParts(env, async (parts) => {
    for (let number = 1; number <= businesses; number += 1) {
      const made = await seedBusiness(parts, { number, fundsCents, currency: env.CURRENCY })
      console.log(
        json ? JSON.stringify(made) : `${made.name}: business ${made.businessId}, tenant ${made.tenantId}`,
      )
    }
    return 0
  })
