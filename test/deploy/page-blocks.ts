/** The commands of one way through docs/DEPLOY.md, a block each, as they stand there. */
export const blocksOf = (page: string, way: string): string[] => {
  const [, part] = new RegExp(`<!-- run: ${way} -->([^]*?)<!-- end -->`).exec(page) ?? []
  if (!part) throw new Error(`docs/DEPLOY.md has no part "run: ${way}".`)
  return [...part.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block!)
}
