import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm runs this after each installation: what a first `npm start` would have to make is made now, so that it is
 * quick. What fails here, that start makes itself, or says why it cannot.
 */
const isWholeCheckout = ['vite.config.ts', 'database', 'node_modules/vite'].every((path) =>
  existsSync(join(import.meta.dirname, '..', path)),
)
if (isWholeCheckout) {
  const { prepareStart } = await import('./start/prepare-start.ts')
  await prepareStart().catch((cause: unknown) => {
    console.error('Not prepared for the first start:', cause instanceof Error ? cause.message : cause)
  })
}
