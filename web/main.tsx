import './ui/theme/base.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { readStorage, writeStorage } from './lib/browser-storage.ts'
import { isFetchingAhead } from './lib/chunk.ts'
import { RootFrame } from './root-frame.tsx'
import { fetchPage, Pages } from './routes.tsx'

// A page that was open over a release requests a chunk that no longer exists: load the new release, once. Without a
// network a reload would lose the page.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine || isFetchingAhead()) return
  const lastReload = Number(readStorage('session', 'goodword.reloaded-at') ?? 0)
  if (Date.now() - lastReload < 60_000) return
  event.preventDefault()
  writeStorage('session', 'goodword.reloaded-at', String(Date.now()))
  window.location.reload()
})

const root = document.querySelector('#root')!
/** The build drew this page: it stands there, and can wait for its chunk. */
const isDrawn = !root.querySelector('.before')

const render = (): void => {
  const focused = document.activeElement?.getAttribute('href')
  // A page has a title of its own, or else the product's, not that of the page before it.
  document.title = 'Goodword'
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <RootFrame>
            <Pages />
          </RootFrame>
        </BrowserRouter>
      </StrictMode>,
    ),
  )
  // What was drawn is drawn anew: whoever had reached a link by the keyboard is there again.
  if (focused) document.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
}

/** A page that takes longer begins with what holds its place. */
const MOST_WAIT_MS = 500

// A chunk that does not come is asked for again by the page that needs it, and tells of it there.
const fetched = fetchPage(window.location.pathname).catch(() => undefined)
const waited = new Promise((done) => setTimeout(done, MOST_WAIT_MS))
void (isDrawn ? fetched : Promise.race([fetched, waited])).then(render)
