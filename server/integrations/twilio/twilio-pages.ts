import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import type { TwilioApi } from './twilio-api.ts'
import { failureOf } from './twilio-errors.ts'

const PAGE_SIZE = 1000

const pageSchema = z.object({
  messages: z.array(z.unknown()),
  next_page_uri: z.string().startsWith('/').nullish(),
})

/** The account's messages of this query, page after page, as Twilio lists them. Throws VendorFailure. */
export async function* readPages(
  api: TwilioApi,
  query: Record<string, string>,
  pageSize = PAGE_SIZE,
): AsyncGenerator<unknown[]> {
  const asked = new URLSearchParams({ ...query, PageSize: String(pageSize) })
  const visited = new Set<string>()
  let path: string | null | undefined = `${api.accountPath}/Messages.json?${asked}`
  while (path) {
    if (visited.has(path))
      throw new VendorFailure('twilio', 'retry-later', 'pages-in-a-circle', 'Twilio’s pages lead back')
    visited.add(path)
    const page: z.infer<typeof pageSchema> = await api.get(path, pageSchema).catch((cause: unknown) => {
      throw failureOf(cause)
    })
    yield page.messages
    path = page.next_page_uri
  }
}
