import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useFocusHeir } from '../layout/use-focus-heir.ts'
import { isReplaced, type Said } from './toast-rules.ts'
import styles from './toasts.module.css'

/** What can be done about it by one press, which closes it. */
type Action = { words: string; act: () => void }
type Tone = 'ok' | 'plain' | 'bad'
type More = Pick<Said, 'about'> & { action?: Action | undefined }
type Toast = Said & More & { id: number; tone: Tone }

const STAYS_MS = 7000
let toasts: Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a short message at the foot of the page. What the person must act on belongs in a notice instead. The function
 * returned takes it back, once it is true no more.
 */
export const showToast = (tone: Tone, words: string, { about, action }: More = {}): (() => void) => {
  const id = nextId++
  const next = { id, tone, words, action, ...(about !== undefined && { about }) }
  change([...toasts.filter((toast) => !isReplaced(toast, next)), next])
  return () => dismiss(id)
}

/** Takes back what was said of these: it is true no more, or said elsewhere. */
export const endToasts = (...abouts: string[]): void => {
  const others = toasts.filter(({ about }) => about === undefined || !abouts.includes(about))
  if (others.length < toasts.length) change(others)
}

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id))

const change = (next: Toast[]): void => {
  toasts = next
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void): (() => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const Toasts = (): ReactNode => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useEffect(() => {
    if (shown.length > 0) keepFocusedClear()
  }, [shown.length])
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const FOOT_PX = 180

/** The page makes room for a toast, but does not move by itself a field that has the focus already. */
const keepFocusedClear = (): void => {
  const field = document.activeElement?.closest('input, select, textarea')
  const place = field?.getBoundingClientRect()
  if (place && place.top < window.innerHeight && place.bottom > window.innerHeight - FOOT_PX)
    field?.scrollIntoView({ block: 'nearest' })
}

/** Closes after seven seconds; the time does not run while the pointer or the focus is on it. */
const ToastCard = ({ toast }: { toast: Toast }): ReactNode => {
  const [isHeld, setIsHeld] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  useEffect(() => {
    if (toast.tone === 'bad' || isHeld) return undefined
    const timer = setTimeout(() => dismiss(toast.id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  return (
    <div
      ref={place}
      className={`${styles.toast} ${styles[toast.tone] ?? ''}`}
      data-tone={toast.tone}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p>{toast.words}</p>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(toast.id)
            toast.action?.act()
          }}
        >
          {toast.action.words}
        </button>
      )}
      <button type="button" onClick={() => dismiss(toast.id)} aria-label="Dismiss">
        ×
      </button>
    </div>
  )
}
