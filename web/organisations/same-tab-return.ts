import { readStorage, writeStorage } from '../lib/browser-storage.ts'

const RETURN_TO = 'goodword.xero-return'
const FAILURE = 'goodword.xero-failure'

/** Where popups are blocked, Xero opens in this tab: remembered is the page to come back to. */
export const rememberReturn = (path: string): void => writeStorage('session', RETURN_TO, path)

export const takeReturn = (): string | null => take(RETURN_TO)

export const rememberFailure = (message: string): void => writeStorage('session', FAILURE, message)

export const takeFailure = (): string | null => take(FAILURE)

const take = (key: string): string | null => {
  const value = readStorage('session', key)
  writeStorage('session', key, null)
  return value
}
