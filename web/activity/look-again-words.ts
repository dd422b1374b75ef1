import { counted } from '../lib/words.ts'

export type Look = {
  of: number
  looked: number
  /** Texted now. */
  askable: number
  /** Still to be mended. */
  left: number
  /** Of these: Xero gave no answer on them that can be read. */
  unread: number
  /** No longer to be mended when they were to be looked at. */
  before: number
  state: 'under-way' | 'ended' | 'stopped'
  error?: unknown
}

export const nothingChanged = (whom: string): string => `Nothing has changed in Xero for ${whom} yet.`

/** What a message is about that tells of one invoice that was looked at. */
export const aboutLook = (invoiceId: string): string => `look ${invoiceId}`

/** How far it has come, and in the end what came of it: '2 of 4 can be asked now.' */
export const lookInWords = ({ of, looked, askable, left, unread, before, state }: Look): string => {
  if (state === 'under-way') return `Looking in Xero: ${looked} of ${of}.`
  if (state === 'stopped' && looked === 0) return ''
  if (state === 'ended' && left === of && unread === 0) return nothingChanged(of === 1 ? 'it' : `these ${of}`)
  const others = looked - before - askable - left
  const asBefore = left - unread
  return [
    state === 'stopped' && `${looked} of ${of} were looked at.`,
    unread + before < looked && `${askable} of ${state === 'stopped' ? looked : of} can be asked now.`,
    before > 0 && `${before} ${before === 1 ? 'was' : 'were'} mended already.`,
    others > 0 && `${counted(others, 'customer')} will be asked about the next invoice.`,
    asBefore > 0 && `${asBefore} still ${asBefore === 1 ? 'needs' : 'need'} a number in Xero.`,
    unread > 0 && `${unread} could not be read in Xero just now.`,
    unread > 0 && state === 'ended' && 'Try again in a minute.',
  ]
    .filter(Boolean)
    .join(' ')
}
