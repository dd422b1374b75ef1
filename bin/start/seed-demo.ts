import { DEMO_OWNER } from '../../sandbox/google/people.ts'
import { SPARE_NUMBERS } from '../../sandbox/twilio/senders.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import {
  DEMO_ACCESS_TOKEN,
  DEMO_ORGANISATION,
  DEMO_REFRESH_TOKEN,
} from '../../sandbox/xero/demo/demo-organisation.ts'
import { liveSinceOf } from '../../sandbox/xero/demo/past-jobs.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { asSystem } from '../../server/database/database.ts'
import { assignSender } from '../../server/senders/sender-queries.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { sandboxReviews } from '../../server/platform/process/env-reviews.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { Refusal } from '../../server/platform/errors.ts'
import { DEFAULT_TEMPLATE } from '../../server/texts/text-rules.ts'
import { isDemoThere } from './has-demo.ts'
import { connectDemoProfile } from './demo-history/connect-profile.ts'
import { setReminder } from './demo-history/set-reminder.ts'
import { sendLetter } from './demo-history/send-letter.ts'
import { seedOwner } from './demo-history/seed-owner.ts'
import { writeDemoHistory } from './demo-history/write-demo-history.ts'
import { writeAskedFirst } from './demo-history/write-asked-first.ts'
import { writeReviewsOfTexts } from './demo-history/write-reviews.ts'
import { writeFlood } from './demo-history/write-flood.ts'

const WITHOUT_HISTORY_CENTS = 2_500
/** The last parts are written beside each other. */
const CONNECTIONS = 4

/**
 * On the first start: a business with some weeks of history, one whose texts wait for their turn, and one whose texts
 * wait until their owner was asked; each has its owner, on the sandbox's account chooser, and its Xero organisation.
 * Later starts change nothing. Throws Refusal in live mode.
 */
export const seedDemo = async (
  env: Env,
  databaseUrl: string,
  clock: () => Date = () => new Date(),
): Promise<void> => {
  if (env.GOODWORD_MODE === 'live') throw new Refusal('mode', 409, 'The demo is refused in live mode.')
  const parts = await openParts(
    { ...env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    'cli',
    CONNECTIONS,
    clock,
  )
  try {
    if (await isDemoThere(parts.db)) return
    // Another stand-in, or a real Xero or Stripe, does not have our history.
    const hasPast = speaksToOurs(env)
    const business = await seedDemoBusiness(parts, hasPast ? 0 : WITHOUT_HISTORY_CENTS)
    if (parts.twilio.sender === sandboxSettings('0')['TWILIO_FROM'])
      await asSystem(parts.db, (trx) => assignSender(trx, business.businessId, SPARE_NUMBERS[0]!))
    const joinedAt = liveSinceOf(parts.clock(), DEMO_ORGANISATION.timeZone.iana)
    const ownerId = await seedOwner(parts, business.businessId, { ...DEMO_OWNER, joinedAt })
    const hasProfile =
      env.REVIEWS &&
      env.BUSINESS_PROFILE_URL === sandboxReviews(String(env.SANDBOX_PORT))['BUSINESS_PROFILE_URL']
    if (hasProfile) await connectDemoProfile(parts, business.businessId)
    if (!hasPast) return
    await writeDemoHistory(parts, { ...business, ownerId })
    if (hasProfile) await writeReviewsOfTexts(parts, business.businessId)
    await setReminder(parts, business.businessId)
    // Their texts go out in the days to come: to no phones but ours.
    const hasOurPhones = env.TWILIO_API_URL === sandboxSettings(String(env.SANDBOX_PORT))['TWILIO_API_URL']
    await Promise.all([
      sendLetter(parts),
      ...(hasOurPhones ? [writeFlood(parts), writeAskedFirst(parts)] : []),
    ])
  } finally {
    await parts.close()
  }
}

const speaksToOurs = (env: Env): boolean => {
  const ours = sandboxSettings(String(env.SANDBOX_PORT))
  return env.XERO_API_URL === ours['XERO_API_URL'] && env.STRIPE_API_URL === ours['STRIPE_API_URL']
}

const seedDemoBusiness = ({ db, sealer, env }: Parts, fundsCents: number) =>
  seedBusiness(
    { db, sealer },
    {
      number: 0,
      name: DEMO_ORGANISATION.name,
      tenantId: DEMO_ORGANISATION.tenantId,
      tokens: { accessToken: DEMO_ACCESS_TOKEN, refreshToken: DEMO_REFRESH_TOKEN },
      fundsCents,
      currency: env.CURRENCY,
      template: DEFAULT_TEMPLATE,
      timeZone: DEMO_ORGANISATION.timeZone.iana,
      place: {
        placeId: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb),
        address: DEMO_BUSINESS.address,
      },
    },
  )
