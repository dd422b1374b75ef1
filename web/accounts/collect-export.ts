import { call } from '../lib/api.ts'

type Page = { nextCursor: string | null }

/** Everything that we keep of this business, read page by page. */
export const collectExport = async (onRead: (count: number) => void, now: Date): Promise<object> => {
  let count = 0
  const tell = (more: number): void => onRead((count += more))
  const requests = await readAll((query) => call('GET /api/review-requests', { query }), 'requests', tell)
  const activity = await readAll((query) => call('GET /api/activity', { query }), 'items', tell)
  const ledger = await readAll((query) => call('GET /api/funds/ledger', { query }), 'movements', tell)
  const [{ user }, template, settings, google, { organizations }] = await Promise.all([
    call('GET /api/auth/me'),
    call('GET /api/sms/template'),
    call('GET /api/sms/settings'),
    call('GET /api/google/status'),
    call('GET /api/xero/organizations'),
  ])
  return {
    exportedAt: now.toISOString(),
    user,
    business: google.businessInfo,
    organizations,
    template,
    settings,
    requests,
    activity,
    ledger,
  }
}

const readAll = async <Name extends string, Row>(
  ask: (query: { cursor?: string }) => Promise<Page & Record<Name, Row[]>>,
  name: Name,
  tell: (count: number) => void,
): Promise<Row[]> => {
  const rows: Row[] = []
  let cursor: string | null | undefined
  do {
    const page: Page & Record<Name, Row[]> = await ask(cursor ? { cursor } : {})
    rows.push(...page[name])
    tell(page[name].length)
    cursor = page.nextCursor
  } while (cursor)
  return rows
}
