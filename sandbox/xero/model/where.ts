import { dueCents, paidCents, type Invoice } from './books.ts'

/** Xero's answer to a filter that it cannot read. */
export class QueryParseError extends Error {}

type Value = string | number | undefined

const fields: Record<string, (invoice: Invoice) => Value> = {
  type: ({ type }) => type,
  status: ({ status }) => status,
  invoicenumber: ({ number }) => number,
  reference: ({ reference }) => reference,
  'contact.contactid': ({ contactId }) => contactId,
  invoiceid: ({ invoiceId }) => invoiceId,
  total: ({ totalCents }) => totalCents / 100,
  amountdue: (invoice) => dueCents(invoice) / 100,
  amountpaid: (invoice) => paidCents(invoice) / 100,
  date: ({ date }) => Date.parse(date),
  duedate: ({ dueDate }) => Date.parse(dueDate),
  updateddateutc: ({ updatedAt }) => updatedAt,
  fullypaidondate: ({ status, settlements }) =>
    status === 'PAID' ? Date.parse(settlements.at(-1)?.date ?? '') : undefined,
}

const compare: Record<string, (a: number | string, b: number | string) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
}

/** The part of Xero's filter language that apps use: comparisons joined by AND or &&. Throws QueryParseError. */
export const parseWhere = (where: string): ((invoice: Invoice) => boolean) => {
  const tests = where.split(/\s+AND\s+|\s*&&\s*/i).map((part) => {
    const [, name = '', operator = '', literal = ''] =
      /^\s*([\w.]+)\s*(==|!=|>=|<=|>|<)\s*(.+?)\s*$/.exec(part) ?? []
    const read = fields[name.toLowerCase()]
    const test = compare[operator]
    if (!read || !test)
      throw new QueryParseError(`No property or field '${name || part}' exists in type 'Invoice'`)
    const wanted = parseLiteral(literal)
    return (invoice: Invoice) => {
      const value = read(invoice)
      return value !== undefined && test(value, wanted)
    }
  })
  return (invoice) => tests.every((test) => test(invoice))
}

/** `InvoiceNumber ASC`: answers how two invoices compare. Throws QueryParseError. */
export const parseOrder = (order: string): ((a: Invoice, b: Invoice) => number) => {
  const [name = '', direction = 'ASC'] = order.trim().split(/\s+/)
  const read = fields[name.toLowerCase()]
  if (!read || !/^(asc|desc)$/i.test(direction)) throw new QueryParseError(`Cannot order by '${order}'`)
  const sign = /^desc$/i.test(direction) ? -1 : 1
  return (a, b) => {
    const [x, y] = [read(a) ?? '', read(b) ?? '']
    return x === y ? 0 : sign * (x < y ? -1 : 1)
  }
}

const parseLiteral = (text: string): string | number => {
  const quoted = /^"(.*)"$/.exec(text) ?? /^guid\("([0-9a-f-]+)"\)$/i.exec(text)
  if (quoted) return quoted[1]!
  const day = /^DateTime\((\d{4}),\s*(\d{1,2}),\s*(\d{1,2})(?:,\s*(\d+),\s*(\d+),\s*(\d+))?\)$/.exec(text)
  if (day) {
    const [year, month, date, hour = 0, minute = 0, second = 0] = day
      .slice(1)
      .map((part) => Number(part ?? 0))
    return Date.UTC(year!, month! - 1, date, hour, minute, second)
  }
  const number = Number(text)
  if (Number.isNaN(number)) throw new QueryParseError(`Syntax error near '${text}'`)
  return number
}
