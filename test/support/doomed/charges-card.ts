import { openParts } from '../../../server/wiring/parts.ts'
import { readEnv } from '../../../server/platform/process/env.ts'
import { chargeIfLow } from '../../../server/payments/auto-top-ups/charge-low-funds.ts'

const settings = JSON.parse(process.argv[2]!) as Record<string, string>
const parts = await openParts(readEnv({ ...settings, LOG_LEVEL: 'silent' }), 'cli', 2)
const stripe = {
  ...parts.stripe,
  chargeCard: async (...wanted: Parameters<typeof parts.stripe.chargeCard>) => {
    await parts.stripe.chargeCard(...wanted)
    process.send!('charged')
    return new Promise<never>(() => undefined)
  },
}
await chargeIfLow({ ...parts, stripe }, process.argv[3]!)
