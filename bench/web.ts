import { parseArgs } from 'node:util'
import { startProduct } from '../test/support/e2e-product.ts'
import startDatabase from '../test/support/start-e2e.ts'
import { measureLighthouse } from './web/lighthouse.ts'
import { measureScroll } from './web/scroll.ts'
import { measureVitals } from './web/vitals.ts'
import { printWeights } from './web/weights.ts'

/**
 * The size of the screens, how a long timeline scrolls, how the dashboard answers on a slow phone, and Lighthouse's
 * scores of the public pages; each part by its name alone. Lighthouse is downloaded for each run.
 */
const PARTS = ['weights', 'scroll', 'vitals', 'lighthouse']

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      // A few requests and no throttle: whether each part still runs, not how fast.
      smoke: { type: 'boolean', default: false },
    },
  })
  const wanted = positionals.length > 0 ? positionals : PARTS
  const unknown = wanted.filter((part) => !PARTS.includes(part))
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join()}. There are ${PARTS.join(', ')}.`)

  const isSmoke = values.smoke
  // Beside others that have one with the schema in it, theirs will do.
  const stopDatabase = process.env['E2E_POSTGRES_URL'] ? undefined : await startDatabase()
  const product = await startProduct()
  try {
    if (wanted.includes('weights')) printWeights()
    if (wanted.includes('scroll')) await measureScroll(product, { isSmoke })
    if (wanted.includes('vitals')) await measureVitals(product, { isSmoke })
    if (wanted.includes('lighthouse')) await measureLighthouse(product)
  } finally {
    await product.close()
    await stopDatabase?.()
  }
}

await main()
process.exit(0)
