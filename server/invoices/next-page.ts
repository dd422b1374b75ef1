import type { XeroInvoice, XeroPage } from '../integrations/xero/xero-types.ts'

export type PageAsked = { since: Date; page: number }

/**
 * What to ask for after this page, in order of change: from its last change on. By number alone an invoice that
 * changes meanwhile would move to the end, and another one would move between pages and be missed.
 */
export const nextPage = (
  { since, page }: PageAsked,
  { items, unreadable, pageCount }: XeroPage<XeroInvoice>,
): PageAsked | undefined => {
  if (page >= pageCount || items.length + unreadable.length === 0) return undefined
  const last = items.at(-1)
  if (!last) return { since, page: page + 1 }
  const lastSecond = new Date(Math.floor(last.updatedAt.getTime() / 1000) * 1000)
  return lastSecond > since ? { since: lastSecond, page: 1 } : { since, page: page + 1 }
}
