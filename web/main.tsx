import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { readStorage, writeStorage } from './lib/browser-storage.ts'
import { RootFrame } from './root-frame.tsx'
import { Pages } from './routes.tsx'

// A page that was open over a release requests a chunk that no longer exists: load the new release, once. Without a
// network a reload would lose the page.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine) return
  const lastReload = Number(readStorage('session', 'goodword.reloaded-at') ?? 0)
  if (Date.now() - lastReload < 60_000) return
  event.preventDefault()
  writeStorage('session', 'goodword.reloaded-at', String(Date.now()))
  window.location.reload()
})

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <BrowserRouter>
      <RootFrame>
        <Pages />
      </RootFrame>
    </BrowserRouter>
  </StrictMode>,
)
