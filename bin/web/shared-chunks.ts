type Context = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** The pages in front of the sign-in, and what every page begins with. */
const PUBLIC =
  /(main|(login|register|auth-callback|claim|xero-callback|reactivate)-page|payment-screen)\.tsx$|\/index\.html$/

/** The chunk of a module that several pages share: public pages reach nothing that is `inside` only. */
export const kitOfAll = (id: string, context: Context): string | null => {
  const seen = new Set<string>()
  const isPublic = (module: string): boolean => {
    if (PUBLIC.test(module)) return true
    if (seen.has(module)) return false
    seen.add(module)
    return context.getModuleInfo(module)?.importers.some(isPublic) ?? false
  }
  return isPublic(id) ? 'kit' : null
}
