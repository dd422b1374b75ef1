import type { AccountSide } from './account-side.ts'
import type { PersonAtBrowser } from './person.ts'

export const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
let people = 0

/** What people do with printed codes, each from a network address of their own. */
export const createClaimants = (side: AccountSide) => {
  const newPerson = (): PersonAtBrowser => {
    const person = side.person()
    const address = `10.8.${(people += 1) >> 8}.${people & 255}`
    return {
      ...person,
      api: (method, path, json, headers) =>
        person.api(method, path, json, { 'x-forwarded-for': address, ...headers }),
    }
  }
  const search = (who: PersonAtBrowser, slug: string, query: string) =>
    who.api('GET', `/api/claims/${slug}/places?query=${encodeURIComponent(query)}`)
  return {
    newPerson,
    search,
    look: (who: PersonAtBrowser, slug: string) => who.api('GET', `/api/claims/${slug}`),
    claim: (who: PersonAtBrowser, slug: string, placeId: string) =>
      who.api('POST', `/api/claims/${slug}`, { placeId }),
    placeNamed: async (slug: string, query: string) =>
      ((await search(newPerson(), slug, query)).body['places'] as { placeId: string; name: string }[])[0]!,
    scan: (slug: string, headers: Record<string, string> = { 'user-agent': PHONE_AGENT }, method = 'GET') =>
      fetch(`${side.url}/claim/${slug}`, { method, redirect: 'manual', headers }),
    rowOf: (slug: string) =>
      side.parts.db.selectFrom('qr_codes').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow(),
    transfersOf: (slug: string) =>
      side.parts.db.selectFrom('qr_transfers').selectAll().where('slug', '=', slug).orderBy('id').execute(),
  }
}
