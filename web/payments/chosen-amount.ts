import { readStorage, writeStorage } from '../lib/browser-storage.ts'

const KEY = 'goodword.chosen-amount'

/** The amount with which the owner left for the payment page, so that it is there when she comes back. */
export const keepChosenAmount = (text: string): void => writeStorage('session', KEY, text)

export const lastChosenAmount = (): string | null => readStorage('session', KEY)

export const forgetChosenAmount = (): void => writeStorage('session', KEY, null)
