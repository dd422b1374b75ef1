import { Refusal } from '../../server/platform/errors.ts'
import type { ControlParts } from '../control-routes.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

/** Requests a link of the product once, as a phone does, and returns where it leads. Refuses every other host. */
export const tapLink = async (
  { publicUrl, wire }: ControlParts,
  url: string,
): Promise<{ status: number; location: string | null }> => {
  if (new URL(url).origin !== new URL(publicUrl()).origin) {
    throw new Refusal('foreign-link', 400, 'Only links of the product can be tapped here.')
  }
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': PHONE, accept: 'text/html' },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined)
  if (!answer) throw new Refusal('no-answer', 502, 'There was no answer: is the product running?')
  const location = answer.headers.get('location')
  const leads = location === null ? '' : `, to ${new URL(location, url).host}`
  wire.note({ who: 'you', what: `Tapped the link → ${answer.status}${leads}` })
  return { status: answer.status, location: location === null ? null : new URL(location, url).href }
}
