type Module = { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }

const CHECKS = /^test\/simulation\/checks\/.*(?<!\.test)\.ts$/
const PRODUCT = /^(server|contracts|web)\//

/** Where what judges the product loads some of it, directly or through others. Types are gone by then. */
export const codeSharedWithChecks = (modules: Module[]): string[] => {
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies]))
  const checks = modules.filter(({ source }) => CHECKS.test(source))
  if (checks.length === 0)
    return ['The checks of the simulation were not found: nothing of them was looked at.']
  const ways = new Map(checks.map(({ source }) => [source, source]))
  // A Map also yields what is added meanwhile.
  for (const [source, way] of ways)
    for (const { resolved, dependencyTypes } of PRODUCT.test(source) ? [] : (imports.get(source) ?? []))
      if (!ways.has(resolved) && !dependencyTypes.includes('type-only'))
        ways.set(resolved, `${way} → ${resolved}`)
  return [...ways].filter(([source]) => PRODUCT.test(source)).map(([, way]) => `checks-share-no-code: ${way}`)
}
