import { TEMPLATE_LIMIT, templateProblem } from '../../../contracts/shared/template-problem.ts'

/** Counted as the server counts: letters as people see them, not as computers store them. */
export const charactersOf = (message: string): number => [...message.normalize('NFC')].length

export const charactersLeft = (message: string): number => TEMPLATE_LIMIT - charactersOf(message)

/** By the rules that the server has, so that the problem shows at the keystroke that caused it. */
export const plainProblem = (message: string): string | null => templateProblem(message)?.message ?? null

export const FIELD_NAMES: Record<string, string> = {
  firstName: 'First name',
  customerName: 'Full name',
  businessName: 'Business name',
  invoiceNumber: 'Invoice number',
  reviewLink: 'Review link',
}

/** Puts a field where the cursor is, with a space before it where two words would touch. */
export const insertField = (
  message: string,
  field: string,
  selection: { start: number; end: number },
): { message: string; cursor: number } => {
  const before = message.slice(0, selection.start)
  const after = message.slice(selection.end)
  const inserted = `${/[^\s({"'#]$/.test(before) ? ' ' : ''}{${field}}${/^[\p{L}\p{N}]/u.test(after) ? ' ' : ''}`
  return { message: before + inserted + after, cursor: before.length + inserted.length }
}
