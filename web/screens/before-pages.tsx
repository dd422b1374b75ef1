import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { ClaimPage } from '../claims/claim-page.tsx'
import { site } from '../lib/site.ts'
import { SandboxRibbon } from '../root-frame.tsx'
import { LoginPage } from '../sessions/login-page.tsx'
import { RegisterPage } from '../sessions/register-page.tsx'

const PAGES: Record<string, ReactNode> = {
  '/login': <LoginPage />,
  '/register': <RegisterPage />,
  '/registration': <RegisterPage />,
  '/claim/:slug': <ClaimPage />,
}

export type BeforePage = { title: string; body: string }

/** Stands where the server puts the operator's address. */
const EMAIL = '%E-MAIL%'

/**
 * The public pages as they are before their script has run, by screen and by what the server knows of the site: drawn
 * once, by the build. The script draws them anew in their place.
 */
export const drawBeforePages = (): Record<string, BeforePage> => {
  const pages: Record<string, BeforePage> = {}
  for (const mode of ['sandbox', 'live'])
    for (const email of [null, EMAIL]) {
      Object.assign(site, { isSandbox: mode === 'sandbox', email })
      for (const [screen, page] of Object.entries(PAGES))
        pages[[screen, mode, ...(email ? ['email'] : [])].join(' ')] = drawPage(screen, page)
    }
  return pages
}

/** React puts the title first. */
const drawPage = (screen: string, page: ReactNode): BeforePage => {
  const html = renderToStaticMarkup(
    <StaticRouter location={screen}>
      {site.isSandbox && <SandboxRibbon />}
      {page}
    </StaticRouter>,
  )
  const { title, body } = /^<title>(?<title>[^<]*)<\/title>(?<body>.*)$/s.exec(html)!.groups as BeforePage
  return { title, body }
}
