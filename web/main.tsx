import './ui/theme/base.css'
import { StrictMode } from 'react'
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

/** A page that takes longer begins with what holds its place. */
const MOST_WAIT_MS = 500

const render = (): void =>
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <BrowserRouter>
        <RootFrame>
          <Pages />
        </RootFrame>
      </BrowserRouter>
    </StrictMode>,
  )

// A chunk that does not come is asked for again by the page that needs it, and tells of it there.
void Promise.race([
  fetchPage(window.location.pathname).catch(() => undefined),
  new Promise((done) => setTimeout(done, MOST_WAIT_MS)),
]).then(render)
