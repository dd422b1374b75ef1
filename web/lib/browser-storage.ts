/** Browser storage that never throws: private windows and strict settings may refuse it. */
export const writeStorage = (storage: 'local' | 'session', key: string, value: string | null): void => {
  try {
    const place = storage === 'local' ? window.localStorage : window.sessionStorage
    if (value === null) place.removeItem(key)
    else place.setItem(key, value)
  } catch {
    // Without storage the product still works; it only forgets.
  }
}

export const readStorage = (storage: 'local' | 'session', key: string): string | null => {
  try {
    return (storage === 'local' ? window.localStorage : window.sessionStorage).getItem(key)
  } catch {
    return null
  }
}
