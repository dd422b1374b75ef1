import { expect, test } from 'vitest'
import { createStripe } from '../../server/integrations/stripe/stripe.ts'
import { GATEWAY_TOKEN, productSettings } from '../rig/settings.ts'
import { startUpstream } from '../rig/upstream-client.ts'

test('each quarter of an hour the product asks Stripe: a bench that runs then finds one where nobody has paid', async () => {
  const upstream = await startUpstream(GATEWAY_TOKEN)
  try {
    const settings = productSettings({ dataDir: '', databaseUrl: '', port: 0, upstream: upstream.url })
    const stripe = createStripe({
      secretKey: 'sk_test_bench',
      webhookSecret: 'whsec_bench',
      apiUrl: settings['STRIPE_API_URL']!,
    })
    const since = new Date(0)
    expect(await stripe.listEvents({ since, types: ['charge.refunded'] })).toEqual([])
    expect(await stripe.listOrders(since)).toEqual([])
  } finally {
    upstream.stop()
  }
})
