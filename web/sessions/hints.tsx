import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import styles from './hints.module.css'

const HINTS = [
  {
    title: 'Link your Google Business Profile',
    words:
      'Search for your business and pick it. Every text then leads straight to your review page. Nothing at Google is changed.',
  },
  {
    title: 'Connect Xero',
    words:
      'You sign in at Xero and allow it. We hear when an invoice is paid; we can read your invoices, never change them.',
  },
  {
    title: 'Automate review requests',
    words:
      'A customer who has paid gets one polite text: never at night, and at most one in 90 days unless you say so.',
  },
]
const TURN_MS = 3000

/** Three hints, one at a time, turning every three seconds. For those who want less motion: all three, still. */
export const Hints = (): ReactNode => {
  const prefersReducedMotion = usePrefersReducedMotion()
  const [shown, setShown] = useState(0)
  const [isPaused, setIsPaused] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const isTurning = !prefersReducedMotion && !isPaused && !isHeld

  useEffect(() => {
    if (!isTurning) return undefined
    const timer = setInterval(() => setShown((last) => (last + 1) % HINTS.length), TURN_MS)
    return () => clearInterval(timer)
  }, [isTurning])

  if (prefersReducedMotion) {
    return (
      <ol className={styles.all} aria-label="How it works">
        {HINTS.map((hint) => (
          <li key={hint.title}>
            <b>{hint.title}</b> {hint.words}
          </li>
        ))}
      </ol>
    )
  }
  return (
    // Not a control: the rotation pauses while the pointer or the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.hints}
      aria-label="How it works"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className={styles.cards}>
        {HINTS.map((hint, index) => (
          <div key={hint.title} className={styles.card} data-shown={index === shown || undefined}>
            <b>{hint.title}</b>
            <p>{hint.words}</p>
          </div>
        ))}
      </div>
      <div className={styles.turns}>
        {HINTS.map((hint, index) => (
          <button
            key={hint.title}
            type="button"
            aria-label={`Hint ${index + 1} of ${HINTS.length}: ${hint.title}`}
            aria-current={index === shown || undefined}
            onClick={() => setShown(index)}
          />
        ))}
        <button type="button" className={styles.pause} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? 'Play' : 'Pause'}
        </button>
      </div>
    </section>
  )
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(REDUCED_MOTION)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => window.matchMedia(REDUCED_MOTION).matches,
    () => false,
  )
