import { textAnswer } from './text-answer.ts'
import type { TextFacts } from './text.ts'

export type ListQuery = Partial<
  Record<'To' | 'From' | 'PageSize' | 'Page' | 'PageToken' | 'DateSent' | 'DateSent>' | 'DateSent<', string>
>

/** A page of an account's texts, of which the newest comes first, in Twilio's envelope. */
export const listTexts = (accountSid: string, texts: TextFacts[], query: ListQuery) => {
  const pageSize = Math.min(1_000, positive(query.PageSize, 50))
  const page = positive(query.Page, 0)
  const found = texts.filter((text) => matches(text, query))
  const start = page * pageSize
  return textPage(
    accountSid,
    found.slice(start, start + pageSize).map((text) => textAnswer(accountSid, text)),
    { query, page, pageSize, hasMore: start + pageSize < found.length },
  )
}

export const textPage = <Message>(
  accountSid: string,
  messages: Message[],
  { query, page, pageSize, hasMore }: { query: ListQuery; page: number; pageSize: number; hasMore: boolean },
) => {
  const start = page * pageSize
  const address = (to: number) => pageAddress(accountSid, query, pageSize, to)
  return {
    end: Math.max(start, start + messages.length - 1),
    first_page_uri: address(0),
    messages,
    next_page_uri: hasMore ? address(page + 1) : null,
    page,
    page_size: pageSize,
    previous_page_uri: page > 0 ? address(page - 1) : null,
    start,
    uri: address(page),
  }
}

const matches = (text: TextFacts, query: ListQuery): boolean => {
  if (query.To !== undefined && text.to !== query.To) return false
  if (query.From !== undefined && text.from !== query.From) return false
  const { DateSent: on, 'DateSent>': from, 'DateSent<': until } = query
  if (on === undefined && from === undefined && until === undefined) return true
  if (text.sentAt === null) return false
  const day = new Date(text.sentAt).toISOString().slice(0, 10)
  return (
    (on === undefined || day === on.slice(0, 10)) &&
    (from === undefined || text.sentAt >= Date.parse(from)) &&
    (until === undefined || text.sentAt <= Date.parse(until))
  )
}

const pageAddress = (accountSid: string, query: ListQuery, pageSize: number, page: number): string => {
  const parameters = new URLSearchParams()
  for (const name of ['To', 'From', 'DateSent', 'DateSent>', 'DateSent<'] as const) {
    if (query[name] !== undefined) parameters.set(name, query[name])
  }
  parameters.set('PageSize', String(pageSize))
  parameters.set('Page', String(page))
  return `/2010-04-01/Accounts/${accountSid}/Messages.json?${parameters}`
}

const positive = (text: string | undefined, otherwise: number): number => {
  const number = Number(text)
  return text !== undefined && Number.isInteger(number) && number >= 0 ? number : otherwise
}
