import type { ListedLocation } from '../../integrations/google/business-profile-types.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { takeProfileCall } from '../reading/take-call.ts'
import type { ProfileDeps } from './profile-deps.ts'

type Deps = Pick<ProfileDeps, 'db' | 'profile' | 'clock'>

/** An agency may hold thousands; whoever texts her own customers holds a few. */
const MOST_PAGES = 20

const take = ({ db, clock }: Deps, api: 'accounts' | 'information') =>
  takeProfileCall(db, api, { now: clock(), by: 'owner' })

/** Every location that this consent reaches, each once. Throws VendorFailure, and NoCallsLeft. */
export const listLocations = async (deps: Deps, accessToken: string): Promise<ListedLocation[]> => {
  const found = new Map<string, ListedLocation>()
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    await take(deps, 'information')
    const read = await deps.profile.locations(accessToken, pageToken)
    for (const one of read.locations) found.set(one.locationId, one)
    pageToken = read.nextPageToken || undefined
    if (!pageToken) break
  }
  return [...found.values()]
}

/** Her accounts, her own first, as Google lists them. */
export const listAccounts = async (deps: Deps, accessToken: string) => {
  const accounts: { accountId: string; isPersonal: boolean }[] = []
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    await take(deps, 'accounts')
    const read = await deps.profile.accounts(accessToken, pageToken)
    accounts.push(...read.accounts)
    pageToken = read.nextPageToken || undefined
    if (!pageToken) break
  }
  return accounts
}

/** Whose consent it is, by the name of that person's own account; null where Google lists none. */
export const personOf = (accounts: { accountId: string; isPersonal: boolean }[]): string | null =>
  accounts.find(({ isPersonal }) => isPersonal)?.accountId ?? null

/** v4 names a location by its account as well: the first of hers that lists it. Throws VendorFailure `not-found`. */
export const findAccountOf = async (
  deps: Deps,
  accessToken: string,
  { locationId, accounts }: { locationId: string; accounts: { accountId: string }[] },
): Promise<string> => {
  for (const { accountId } of accounts) {
    let pageToken: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      await take(deps, 'information')
      const read = await deps.profile.locationIdsOf(accessToken, accountId, pageToken)
      if (read.ids.includes(locationId)) return accountId
      pageToken = read.nextPageToken || undefined
      if (!pageToken) break
    }
  }
  throw new VendorFailure('business-profile', 'rejected', 'not-found', 'No account lists this location')
}
