const FEATURES = { width: 620, height: 760 }

/** Opens the window in the click itself, or browsers block it; the address follows. Null when it was blocked. */
export const openXeroPopup = (): Window | null => {
  const left = Math.max(0, window.screenX + (window.outerWidth - FEATURES.width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - FEATURES.height) / 2)
  const popup = window.open(
    'about:blank',
    'goodword-xero',
    `popup,width=${FEATURES.width},height=${FEATURES.height},left=${left},top=${top}`,
  )
  if (!popup || popup.closed) return null
  popup.document.title = 'Connecting to Xero'
  popup.document.body.textContent = 'Opening Xero …'
  return popup
}

/** Calls back once the window is closed. */
export const watchForClosing = (popup: Window, onClosed: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (!popup.closed) return
    clearInterval(timer)
    onClosed()
  }, 400)
  return () => clearInterval(timer)
}
