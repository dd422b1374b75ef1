type Context = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** The pages in front of the sign-in, and what every page begins with. */
const PUBLIC =
  /(main|(login|register|auth-callback|claim|xero-callback|reactivate)-page|payment-screen)\.tsx$|\/index\.html$/

/** What an owner's dashboard begins with. */
const DASHBOARD = /(main|signed-in|dashboard-screen)\.tsx$|\/index\.html$/

/** The chunk of what public pages share with the dashboard: they reach nothing that is `inside` only. */
export const kitOfAll = (id: string, context: Context): string | null =>
  isReached(id, PUBLIC, context) && isReached(id, DASHBOARD, context) ? 'kit' : null

/** The chunk of what public pages share with others only, as the search for a business: no dashboard waits for it. */
export const kitOfDoors = (id: string, context: Context): string | null =>
  isReached(id, PUBLIC, context) && !isReached(id, DASHBOARD, context) ? 'doors' : null

const isReached = (id: string, from: RegExp, context: Context): boolean => {
  const seen = new Set<string>()
  const reaches = (module: string): boolean => {
    if (from.test(module)) return true
    if (seen.has(module)) return false
    seen.add(module)
    return context.getModuleInfo(module)?.importers.some(reaches) ?? false
  }
  return reaches(id)
}
