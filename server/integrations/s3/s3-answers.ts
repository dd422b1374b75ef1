/** The text of the first element of this name, in an answer without attributes, as S3's are. */
export const readTag = (xml: string, tag: string): string | undefined => {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescapeXml(found)
}

/**
 * The keys of one page, and the token of the next; undefined on the last.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export const readKeys = (xml: string): { keys: string[]; next: string | undefined } => ({
  keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => unescapeXml(key!)),
  next: readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : undefined,
})

const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name ?? ''] ?? all),
  )
