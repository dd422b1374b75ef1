import { readStorage, writeStorage } from '../lib/browser-storage.ts'

const RETURN_TO = 'goodword.xero-return'
const FAILURE = 'goodword.xero-failure'
const NOTE = 'goodword.xero-note'

/** Where popups are blocked, Xero opens in this tab: remembered is the page to come back to. */
export const rememberReturn = (path: string): void => writeStorage('session', RETURN_TO, path)

export const takeReturn = (): string | null => take(RETURN_TO)

export const rememberFailure = (message: string): void => writeStorage('session', FAILURE, message)

export const takeFailure = (): string | null => take(FAILURE)

/** What is to be said after a success. */
export const rememberNote = (message: string): void => writeStorage('session', NOTE, message)

export const takeNote = (): string | null => take(NOTE)

const take = (key: string): string | null => {
  const value = readStorage('session', key)
  writeStorage('session', key, null)
  return value
}
