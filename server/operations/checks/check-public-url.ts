import { notChecked, ok, wrong, type Check } from './check.ts'

const TIMEOUT_MS = 5_000
const PRODUCT = 'Goodword'

/** Checks that PUBLIC_URL leads to this product. An api that is not running is reported, and is no fault. */
export const checkPublicUrl = async (publicUrl: string): Promise<Check> => {
  const health = await ask(`${publicUrl}/healthz`)
  if (!health)
    return notChecked(
      'PUBLIC_URL',
      `${publicUrl} does not answer: is api running, and does the way there work?`,
    )
  const api = health.status === 200 ? await ask(`${publicUrl}/api/openapi.json`) : undefined
  const title = (api?.body as { info?: { title?: unknown } } | undefined)?.info?.title
  return title === PRODUCT
    ? ok('PUBLIC_URL', `${publicUrl} leads to this product`)
    : wrong(
        'PUBLIC_URL',
        `${publicUrl} answers ${health.status}, but something else is there: check the proxy`,
      )
}

const ask = async (url: string): Promise<{ status: number; body: unknown } | undefined> => {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: answer.status, body: await answer.json().catch(() => undefined) }
  } catch {
    return undefined
  }
}
